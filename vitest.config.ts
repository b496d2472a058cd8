import { defineConfig } from 'vitest/config';
import { provideMapGroupBy } from './launch/map-group-by.ts';
import { LongFirst } from './launch/long-first.ts';

provideMapGroupBy();

/** Tests of rare failures and whole seasons run alone: `npm run test:rare`. */
const RARE = '**/*.rare.test.ts';
const FILES = process.env['RARE']
  ? { include: [RARE] }
  : { include: ['{src,seasons,fakes,launch,test,bench}/**/*.test.{ts,tsx}'], exclude: [RARE] };

export default defineConfig({
  test: {
    ...FILES,
    globalSetup: 'test/server/global-setup.ts',
    // More workers than cores, since many tests wait for a lease, a restart or a deadline.
    maxWorkers: 5,
    sequence: { sequencer: LongFirst },
    // Files share loaded modules, which saves a fifth of the run. A test restores what it changes.
    isolate: false,
    // A busy machine must not fail a test.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
