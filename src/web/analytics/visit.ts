import { EVENT_PATHS, isConsole, UNKNOWN_PATH } from '../../contract/event-paths.ts';
import type { VisitEvent } from '../../contract/events.ts';
import { safeSessionStorage } from '../safe-storage.ts';

type Happening<E = VisitEvent> = E extends VisitEvent ? Omit<E, 'path' | 'age'> : never;

const ENDPOINT = '/api/events';
const MAX_STORED = 40;
const DAY_MS = 86_400_000;
const VISIT_KEY = 'visit';

interface StoredEvent {
  readonly happening: Happening;
  readonly path: string;
  readonly at: number;
}

let stored: StoredEvent[] = [];

/**
 * Queues an event until the visitor leaves the page. Nothing is counted with Do Not Track or Global Privacy Control, or
 * in the console.
 */
export function record(happening: Happening): void {
  if (asksNotToBeCounted() || isConsole(location.pathname)) return;
  stored.push({ happening, path: knownPath(location.pathname), at: performance.now() });
  if (stored.length === MAX_STORED) send();
}

/** Each hiding of the page counts as leaving, since a phone may end a hidden page without another event. */
export function sendWhenLeaving(): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') send();
  });
  addEventListener('pagehide', send);
}

function send(): void {
  if (stored.length === 0) return;
  const now = performance.now();
  const events = stored.map(({ happening, path, at }) => ({
    ...happening,
    path,
    age: Math.min(Math.round(now - at), DAY_MS),
  }));
  stored = [];
  const body = new Blob([JSON.stringify({ visit: visitId(), events })], { type: 'application/json' });
  navigator.sendBeacon(ENDPOINT, body);
}

function asksNotToBeCounted(): boolean {
  return (
    navigator.doNotTrack === '1' || (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
  );
}

export function knownPath(path: string): string {
  return EVENT_PATHS.includes(path) ? path : UNKNOWN_PATH;
}

/** A random number that the browser deletes with the tab. */
function visitId(): string {
  const known = safeSessionStorage.getItem(VISIT_KEY) ?? randomId();
  safeSessionStorage.setItem(VISIT_KEY, known);
  return known;
}

/** Replaces `crypto.randomUUID`, which browsers offer only over https. */
export function randomId(): string {
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0'));
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
