import { defineConfig } from 'vitest/config';
import { provideMapGroupBy } from './launch/map-group-by.ts';
import { LongFirst } from './launch/long-first.ts';

provideMapGroupBy();

export default defineConfig({
  test: {
    include: ['{src,seasons,fakes,launch,test,bench}/**/*.test.{ts,tsx}'],
    globalSetup: 'test/server/global-setup.ts',
    // More than the two cores that are reckoned with: many a test waits, for a lease, a restart, a deadline.
    maxWorkers: 5,
    sequence: { sequencer: LongFirst },
    // Files share the modules a worker has loaded, a fifth of the run; what a test changes it must put back.
    isolate: false,
    // Generous: a machine that is busy with something else is no reason to fail.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
