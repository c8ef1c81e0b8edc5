import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import { firstPieces, pieces } from './tools/pieces';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.GHOSTHOUSE_SERVER ?? 'http://127.0.0.1:8013';

export default defineConfig(({ mode }) => ({
  plugins: [
    svelte(),
    firstPieces(),
    VitePWA({
      registerType: 'prompt',
      injectRegister: false,
      manifest: {
        name: 'ghosthouse',
        short_name: 'ghosthouse',
        description: 'One house, five ghost games, friends and bots.',
        start_url: '/',
        display: 'standalone',
        background_color: '#14113a',
        theme_color: '#57245f',
        icons: [
          { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
          { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: 'icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any maskable' },
        ],
      },
      workbox: {
        importScripts: ['/push.js'],
        // Only the shell is kept: what the server says is never old.
        globPatterns: ['index.html', 'assets/*.{js,css,woff2}', 'icon*'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: [/^\/api\//, /^\/ws/, /^\/healthz/, /^\/schema/, /^\/metrics/],
      },
    }),
  ],
  resolve: {
    alias: {
      $house: here('src'),
      // Our phrases count and choose; they write no dates, and numbers as they are: no skeletons are read.
      '@formatjs/icu-skeleton-parser': here('src/words/skeletons.ts'),
    },
    // Skins lie in the game folders, outside this one; their imports are looked up here.
    dedupe: ['svelte'],
    conditions: mode === 'test' ? ['browser'] : undefined,
  },
  server: {
    fs: { allow: [here('.'), here('../src/ghosthouse/games')] },
    proxy: { '/api': server, '/ws': { target: server, ws: true } },
  },
  build: {
    target: 'es2022',
    manifest: true,
    assetsInlineLimit: 0, // the content policy of the server allows no data: but for pictures
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 120,
    rolldownOptions: {
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: pieces(), debugName: 'pieces' }] },
      },
    },
  },
  test: {
    environment: 'jsdom',
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
    restoreMocks: true,
    testTimeout: 30_000, // machines are shared; a slow one is no broken test
  },
}));
