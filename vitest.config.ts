import { defineConfig } from 'vitest/config';
import { provideMapGroupBy } from './launch/map-group-by.ts';

provideMapGroupBy();

export default defineConfig({
  test: {
    include: ['{src,fakes,launch,test,bench}/**/*.test.{ts,tsx}'],
    globalSetup: 'test/global-setup.ts',
    maxWorkers: 2,
    // Another program may be busy on the same two cores; a test that needs longer than this is wrong, not slow.
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
});
