import { ACCOUNT_CHANGES_PATH } from '../../contract/realtime.ts';

export interface Watch {
  readonly userId: string;
  readonly accessToken: () => Promise<string | null>;
  readonly renewSession: () => Promise<string | null>;
  readonly onChange: () => void;
}

type WatchedSession = Pick<Watch, 'accessToken' | 'renewSession'>;

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;
const SILENCE_MS = 45_000;
const POLL_MS = 15_000;

export function watchAccount({ userId, onChange, ...session }: Watch): () => void {
  if (!('locks' in navigator)) return poll(onChange);
  const name = `account-changes:${userId}`;
  const stopped = new AbortController();
  const tabs = new BroadcastChannel(name);
  tabs.addEventListener('message', onChange);
  const notifyOtherTabs = tabs.postMessage.bind(tabs);
  const notifyEveryTab = () => {
    notifyOtherTabs('changed');
    onChange();
  };
  navigator.locks
    .request(name, { signal: stopped.signal }, () => holdStream(session, notifyEveryTab, stopped.signal))
    .catch(ignoreAbort);
  return () => {
    stopped.abort();
    tabs.close();
  };
}

function poll(onChange: () => void): () => void {
  const timer = setInterval(onChange, POLL_MS);
  return () => clearInterval(timer);
}

async function holdStream(session: WatchedSession, onNews: () => void, stopped: AbortSignal): Promise<void> {
  for (let wait = FIRST_RETRY_MS; !stopped.aborted;) {
    const opened = await followOnce(session, onNews, stopped);
    if (opened === 'signed out') return;
    wait = opened === 'listened' ? FIRST_RETRY_MS : Math.min(2 * wait, LAST_RETRY_MS);
    await pause(wait * (0.5 + Math.random()), stopped);
  }
}

type Followed = 'listened' | 'failed' | 'signed out';

async function followOnce(
  { accessToken, renewSession }: WatchedSession,
  onNews: () => void,
  stopped: AbortSignal,
): Promise<Followed> {
  const silence = new Silence();
  let listened = false;
  try {
    const token = await accessToken();
    if (token === null) return 'signed out';
    const response = await fetch(ACCOUNT_CHANGES_PATH, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
      signal: AbortSignal.any([stopped, silence.signal]),
    });
    if (response.status === 401) return (await renewSession()) === null ? 'signed out' : 'failed';
    if (!response.ok || response.body === null) return 'failed';
    for await (const event of eventsOf(response.body, () => silence.broken())) {
      listened ||= event === 'listening';
      onNews();
    }
  } catch {
  } finally {
    silence.over();
  }
  return listened ? 'listened' : 'failed';
}

class Silence {
  readonly #controller = new AbortController();
  #timer = this.#wait();

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  broken(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#wait();
  }

  over(): void {
    clearTimeout(this.#timer);
  }

  #wait(): ReturnType<typeof setTimeout> {
    return setTimeout(() => this.#controller.abort(), SILENCE_MS);
  }
}

async function* eventsOf(body: ReadableStream<Uint8Array>, onBytes: () => void): AsyncGenerator<string> {
  const subscriber = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let text = '';
  for (let read = await subscriber.read(); !read.done; read = await subscriber.read()) {
    onBytes();
    const blocks = (text + read.value).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const name = /^event: (.+)$/m.exec(block)?.[1];
      if (name !== undefined) yield name;
    }
  }
}

async function pause(ms: number, stopped: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    stopped.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

function ignoreAbort(error: unknown): void {
  if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
}
