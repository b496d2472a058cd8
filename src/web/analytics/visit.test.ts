import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { APP_PATHS, CONSOLE_PATHS, PUBLIC_PATHS } from '../../contract/site-paths.ts';
import { sendWhenLeaving, tell } from './visit.ts';

let browser: EventTarget;
let batches: Blob[];

beforeEach(() => {
  browser = new EventTarget();
  batches = [];
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser));
  vi.stubGlobal('navigator', { sendBeacon: (_url: string, body: Blob) => batches.push(body) });
  sendWhenLeaving();
});

afterEach(() => void vi.unstubAllGlobals());

/** What the server is told of a view, a click, a form, a reading and a question at an address, once it has been left. */
async function toldAt(pathname: string): Promise<string[]> {
  vi.stubGlobal('location', { pathname });
  tell({ name: 'page_view' });
  tell({ name: 'click', target: 'Ada Lovelace' });
  tell({ name: 'form_submit', form: pathname });
  tell({ name: 'scroll', percent: 25 });
  tell({ name: 'faq_view', question: 'Who is Ada Lovelace?' });
  browser.dispatchEvent(new Event('pagehide'));
  const told = await Promise.all(batches.map(async (batch) => JSON.parse(await batch.text()) as Batch));
  return told.flatMap(({ events }) => events.map(({ name, path }) => `${name} ${path}`));
}

interface Batch {
  readonly events: readonly { readonly name: string; readonly path: string }[];
}

describe('what an operator does in the console', () => {
  test.each([...Object.values(CONSOLE_PATHS), '/operator/', '/operator/run/of-tomorrow'])(
    'is told nobody: %s',
    async (path) => {
      expect(await toldAt(path)).toEqual([]);
    },
  );
});

test.each([PUBLIC_PATHS.home, APP_PATHS.account])('what a visitor does at %s is told when it is left', async (path) => {
  expect(await toldAt(path)).toEqual(
    ['page_view', 'click', 'form_submit', 'scroll', 'faq_view'].map((name) => `${name} ${path}`),
  );
});

test('an address that is none of ours is not told, only that it was one', async () => {
  expect(await toldAt('/operators-of-lifts')).toContain('page_view /404');
});
