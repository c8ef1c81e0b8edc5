/**
 * The real house as a process of its own, on a port that nobody uses and a database that nobody needs afterwards.
 * It can be killed as by a power cut, and started again on the same file.
 */
import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The built pages: another folder may be named, for trying out a build that nobody else has. */
export const WEB = process.env.GHOSTHOUSE_WEB || join(ROOT, 'web', 'dist');
const PYTHON = join(ROOT, '.venv', 'bin', 'python');

/** Why the house cannot be opened here, or nothing. */
export const houseMissing = !existsSync(PYTHON)
  ? 'there is no .venv: run make setup'
  : !existsSync(join(WEB, 'index.html'))
    ? `there are no built pages in ${WEB}: run make setup`
    : '';

const freePort = () =>
  new Promise((done, failed) => {
    const probe = createServer();
    probe.once('error', failed);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

/** Ask until it is so; the only clock in these tests, for what has no page to be seen on. */
export async function until(claim, what, seconds = 30) {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = await claim();
    if (found) return found;
    if (Date.now() > end) throw new Error(`${what}: not within ${seconds} s`);
    await new Promise((done) => setTimeout(done, 25));
  }
}

export class House {
  #process;
  #log;

  constructor(port, folder, settings) {
    this.port = port;
    this.folder = folder;
    this.settings = settings;
    this.url = `http://127.0.0.1:${port}`;
  }

  /**
   * Open a house. Bots think at once; every message that leaves is checked by the server's own tap against a world
   * in which all that its viewer does not know was drawn again.
   */
  static async open({ tap = true, habits = {}, settings = {} } = {}) {
    const folder = mkdtempSync(join(tmpdir(), 'ghosthouse-browser-'));
    const port = await freePort();
    const house = new House(port, folder, {
      database: join(folder, 'house.db'),
      port,
      web: WEB,
      // All browsers of a test come from one address, which no two people do.
      requests_per_second: 1000,
      frames_per_second: 1000,
      log_level: 'warning',
      habits: { bot_pause: [0, 0], absent_pause: 0, ...habits },
      ...settings,
      ...(tap ? { tap: join(folder, 'leaks') } : {}),
    });
    await house.start();
    return house;
  }

  async start() {
    this.#log = createWriteStream(join(this.folder, 'log'), { flags: 'a' });
    this.#process = spawn(PYTHON, ['-m', 'tests.server.run_house', JSON.stringify(this.settings)], { cwd: ROOT });
    this.#process.stdout.pipe(this.#log, { end: false });
    this.#process.stderr.pipe(this.#log, { end: false });
    const me = this.#process;
    await until(
      async () => {
        if (me.exitCode !== null) throw new Error(`the house has ended: ${this.tail()}`);
        return fetch(`${this.url}/healthz`).then(
          (answer) => answer.ok,
          () => false,
        );
      },
      'the house answers',
      60,
    );
  }

  /** End it as a power cut would. */
  async kill() {
    const me = this.#process;
    if (!me || me.exitCode !== null || me.signalCode !== null) return;
    const gone = new Promise((done) => me.once('exit', done));
    me.kill('SIGKILL');
    await gone;
  }

  /** The last of its log. */
  tail() {
    return readFileSync(join(this.folder, 'log'), 'utf8').slice(-2000);
  }

  /** What the tap on the messages found, as lines. */
  leaks() {
    const file = join(this.folder, 'leaks');
    if (!existsSync(file)) throw new Error('this house has no tap');
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('LEAK'));
  }

  async close() {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** What the house offers, as its own pages learn it. */
  async info() {
    return (await fetch(`${this.url}/api/house`)).json();
  }

  /** The phrases of a game in a language. */
  async words(game, language) {
    return (await fetch(`${this.url}/api/words/${language}/${game}`)).json();
  }

  /** A table as anybody may know it. */
  async table(id) {
    return (await fetch(`${this.url}/api/tables/${id}`)).json();
  }
}
