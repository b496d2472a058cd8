import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { APP_PATHS, CONSOLE_PATHS, PUBLIC_PATHS } from '../../contract/site-paths.ts';
import { sendWhenLeaving, record } from './visit.ts';

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

/** The events that the server gets after the page is left: view, click, form, scroll and question. */
async function sentAt(pathname: string): Promise<string[]> {
  vi.stubGlobal('location', { pathname });
  record({ name: 'page_view' });
  record({ name: 'click', target: 'Ada Lovelace' });
  record({ name: 'form_submit', form: pathname });
  record({ name: 'scroll', percent: 25 });
  record({ name: 'faq_view', question: 'Who is Ada Lovelace?' });
  browser.dispatchEvent(new Event('pagehide'));
  const sent = await Promise.all(batches.map(async (batch) => JSON.parse(await batch.text()) as Batch));
  return sent.flatMap(({ events }) => events.map(({ name, path }) => `${name} ${path}`));
}

interface Batch {
  readonly events: readonly { readonly name: string; readonly path: string }[];
}

describe('what an operator does in the console', () => {
  test.each([...Object.values(CONSOLE_PATHS), '/operator/', '/operator/run/of-tomorrow'])(
    'is told no one: %s',
    async (path) => {
      expect(await sentAt(path)).toEqual([]);
    },
  );
});

test.each([PUBLIC_PATHS.home, APP_PATHS.account])('what a visitor does at %s is told when it is left', async (path) => {
  expect(await sentAt(path)).toEqual(
    ['page_view', 'click', 'form_submit', 'scroll', 'faq_view'].map((name) => `${name} ${path}`),
  );
});

test('an address that is none of ours is not told, only that it was one', async () => {
  expect(await sentAt('/operators-of-lifts')).toContain('page_view /404');
});
