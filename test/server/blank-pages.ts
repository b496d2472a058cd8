import { NOT_FOUND_PAGE } from '../../src/contract/public-pages.ts';
import type { BuildOutput } from '../../src/server/platform/public-pages/build-output.ts';

/** Pages with nothing on them, for tests of what is behind the pages: no build is needed. */
export const BLANK_PAGES: BuildOutput = {
  render: () => {
    const blank = '<!doctype html><title>Blank</title>';
    return {
      '/': blank,
      '/privacy': blank,
      '/terms': blank,
      '/support': blank,
      '/press': blank,
      [NOT_FOUND_PAGE]: blank,
    };
  },
  assets: { stylesheets: [], fonts: [], scripts: [] },
  appDocument: '<!doctype html><head></head>',
  files: new Map(),
};
