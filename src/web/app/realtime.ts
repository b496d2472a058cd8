import { EventSourceParserStream } from 'eventsource-parser/stream';
import { useEffect } from 'react';
import { ACCOUNT_CHANGES_PATH } from '../../contract/site-paths.ts';
import { queryClient } from './queries.ts';
import { accessToken, renewSession, useSession } from './session.ts';
import { inOneTab, openTabChannel } from './tabs.ts';

const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 30_000;
/** More than twice the server's heartbeat. */
const SILENCE_MS = 45_000;
const POLL_MS = 15_000;

/** Fetches the shown queries again whenever the server reports a change of the account. */
export function useAccountChanges(): void {
  const userId = useSession()?.user.id;
  useEffect(() => {
    if (userId === undefined) return undefined;
    return watchAccount(userId, () => void queryClient.invalidateQueries());
  }, [userId]);
}

/** One tab keeps the stream open and notifies the others, since HTTP/1.1 allows six connections (decision 050). */
function watchAccount(userId: string, onChange: () => void): () => void {
  // Web Locks exist only in secure contexts.
  if (!('locks' in navigator)) return poll(onChange);
  const name = `account-changes:${userId}`;
  const stopped = new AbortController();
  const tabs = openTabChannel(name, onChange);
  const notifyEveryTab = () => {
    tabs.notify('changed');
    onChange();
  };
  inOneTab(name, () => holdStream(notifyEveryTab, stopped.signal), stopped.signal).catch(ignoreAbort);
  return () => {
    stopped.abort();
    tabs.close();
  };
}

function poll(onChange: () => void): () => void {
  const timer = setInterval(onChange, POLL_MS);
  return () => clearInterval(timer);
}

async function holdStream(onEvent: () => void, stopped: AbortSignal): Promise<void> {
  for (let wait = FIRST_RETRY_MS; !stopped.aborted;) {
    const outcome = await readStream(onEvent, stopped);
    if (outcome === 'signed out') return;
    wait = outcome === 'listened' ? FIRST_RETRY_MS : Math.min(2 * wait, LAST_RETRY_MS);
    await pause(wait * (0.5 + Math.random()), stopped);
  }
}

async function readStream(onEvent: () => void, stopped: AbortSignal): Promise<'listened' | 'failed' | 'signed out'> {
  const silence = silenceTimer(stopped);
  let listened = false;
  try {
    const token = await accessToken();
    if (token === null) return 'signed out';
    const response = await fetch(ACCOUNT_CHANGES_PATH, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
      signal: silence.signal,
    });
    if (response.status === 401) return (await renewSession()) === null ? 'signed out' : 'failed';
    if (!response.ok || response.body === null) return 'failed';
    const events = eventsOf(response.body, silence.restart).getReader();
    for (let read = await events.read(); !read.done; read = await events.read()) {
      silence.restart();
      listened ||= read.value.event === 'listening';
      onEvent();
    }
  } catch {
    // The caller opens a broken stream again.
  } finally {
    silence.end();
  }
  return listened ? 'listened' : 'failed';
}

/** Doesn't use `AbortSignal.any`, which Safari 16.4 lacks. */
function silenceTimer(stopped: AbortSignal) {
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (stopped.aborted) abort();
  stopped.addEventListener('abort', abort);
  let timer = setTimeout(abort, SILENCE_MS);
  const restart = () => {
    clearTimeout(timer);
    timer = setTimeout(abort, SILENCE_MS);
  };
  const end = () => {
    clearTimeout(timer);
    stopped.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, restart, end };
}

/** The server's heartbeats are comments in the stream. */
function eventsOf(body: ReadableStream<Uint8Array>, onComment: () => void) {
  const text = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>);
  return text.pipeThrough(new EventSourceParserStream({ onComment }));
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
