import { createContext, runInContext } from 'node:vm';
import { API } from '../../../src/contract/api.ts';
import { CASE_PAGE_PATH } from '../../../src/contract/case-file.ts';
import { APP_PATHS } from '../../../src/contract/site-paths.ts';

type Read = (path: string) => Promise<{ readonly ok: boolean; readonly body: string }>;

interface WorkerEvent {
  readonly request?: { readonly method: string; readonly mode: string; readonly url: string };
  readonly data?: readonly string[];
  waitUntil?(done: Promise<unknown>): void;
  respondWith?(answer: Promise<unknown>): void;
}

const OURS = 'https://club.example';

/**
 * The case file's service worker, run as a browser does: it answers for no call of the API and no picture of a letter, and stores
 * files of the build alone, whatever a page asks it to store.
 * @throws Error otherwise
 */
export async function expectNothingStored(source: string, read: Read): Promise<void> {
  const listeners = new Map<string, (event: WorkerEvent) => void>();
  const stored: string[] = [];
  const answer = async (path: string) => {
    const { ok, body } = await read(path);
    const reply = { ok, text: async () => body, clone: () => reply };
    return reply;
  };
  const store = {
    keys: async () => [],
    match: async () => undefined,
    put: async (path: string) => void stored.push(path),
    addAll: async (paths: readonly string[]) => void stored.push(...paths),
    delete: async () => true,
  };
  const browser = {
    addEventListener: (type: string, listener: (event: WorkerEvent) => void) => listeners.set(type, listener),
    skipWaiting: async () => undefined,
    location: { origin: OURS },
    caches: { open: async () => store },
    fetch: answer,
    URL,
    Response,
  };
  runInContext(source, createContext(browser));
  const secrets = [...Object.values(API).map(({ path }) => path), CASE_PAGE_PATH];
  for (const path of secrets) {
    const request = { method: 'GET', mode: 'cors', url: OURS + path };
    const respondWith = () => {
      throw new Error(`The worker answers for ${path}.`);
    };
    listeners.get('fetch')?.({ request, respondWith });
  }
  const work: Promise<unknown>[] = [];
  listeners.get('message')?.({ data: secrets, waitUntil: (done) => work.push(done) });
  await Promise.all(work);
  const others = stored.filter((path) => path !== APP_PATHS.accountCaseNotes && !/^\/assets\/[\w.-]+$/.test(path));
  if (stored.length === 0 || others.length > 0) throw new Error(`The worker stores ${others.join(', ') || 'nothing'}.`);
}
