import { LETTER_PAGES, NOT_FOUND_PAGE, type PublicPages } from '../../src/contract/public-pages.ts';
import { FORM_PATHS, PUBLIC_PATHS } from '../../src/contract/site-paths.ts';
import type { BuildOutput } from '../../src/server/platform/public-pages/build-output.ts';

/** Empty pages, for tests that don't need a build. */
export const BLANK_PAGES: BuildOutput = {
  render: () => {
    const blank = '<!doctype html><title>Blank</title>';
    const forms = Object.values(FORM_PATHS);
    const names = [...Object.values(PUBLIC_PATHS), ...forms, NOT_FOUND_PAGE, ...Object.values(LETTER_PAGES)];
    return Object.fromEntries(names.map((name) => [name, blank])) as PublicPages;
  },
  assets: { stylesheets: [], fonts: [], scripts: [] },
  staticFrames: { frames: [], scripts: [] },
  appDocument: '<!doctype html><head></head>',
  files: new Map(),
};
