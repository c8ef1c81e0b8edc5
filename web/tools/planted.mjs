// Shows that the type check can fail: a planted error must be found, or the check is worth nothing.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';

const file = new URL('../src/planted.svelte', import.meta.url);
writeFileSync(file, '<script lang="ts">\n  const seat: number = "one";\n</script>\n\n{seat}\n');
try {
  const check = spawnSync('npx', ['svelte-check', '--tsconfig', './tsconfig.json', '--output', 'machine'], {
    encoding: 'utf8',
  });
  if (check.status === 0 || !check.stdout.includes('planted.svelte')) {
    console.error('the planted type error was not found: svelte-check sees nothing');
    process.exit(1);
  }
  console.log('the planted type error was found');
} finally {
  rmSync(file);
}
