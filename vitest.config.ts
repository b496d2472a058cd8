import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,fakes,launch,test,bench}/**/*.test.{ts,tsx}'],
    // Files run in processes of their own; each that needs a database makes one.
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
