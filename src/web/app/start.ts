import '../ui/base.css';
import '../public/session-marker.ts';
import { SESSION_STORAGE_KEY } from '../../contract/session-storage.ts';
import { APP_PATHS } from '../../contract/site-paths.ts';
import type { PlanType } from '../../domain/plans.ts';
import { observeVisit, recordLanding } from '../analytics/observe.ts';
import { storePlanOfLink } from '../pages/checkout/chosen-plan.ts';
import { storedPromo, storePromoOfLink } from '../promo-link.ts';
import { pressNothingElseByDoubleClicks } from '../ui/double-clicks.ts';
import { askAhead } from './head-start.ts';
import { holdPresses } from './held-presses.ts';
import { SIGNUP_DRAFT } from './session-storage-item.ts';

// Decision 140.

const KNOWN_TO_PAINTED: ReadonlySet<string> = new Set(['plan', 'season']);

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'input', 'wheel', 'touchstart'] as const;

/** In ms after the app has started; the slowest of 28 starts beside other work took 51 ms. */
const WORDS_COME_WITHIN = 400;

/** In ms; leaving cuts fetches off, too. */
const LEAVING_TAKES = 500;

const root = document.getElementById('root');

/** One file of each chunk, in the order in which they need one another. */
const PARTS = [
  () => import('./roots.ts'),
  () => import('../../contract/endpoint.ts'),
  () => import('./queries.ts'),
  () => import('../pages/checkout/shipping-page.tsx'),
] as const;

let isFetching = false;

pressNothingElseByDoubleClicks();
observeVisit();
storePromoOfLink();
carryPlan(storePlanOfLink());
beginAgainWhenRestored();
void begin();

async function begin(): Promise<void> {
  if (root !== null && leadsOn(root)) root.dataset['known'] = '';
  const showSoon = root?.dataset['firstScreen'] && bringsNews() ? hideUntilSaid(root) : null;
  const releasePresses = root?.dataset['firstScreen'] ? holdPresses(root) : null;
  if (root !== null && mayWait(root)) {
    recordLanding();
    void fetchAheadOncePainted(root.dataset['waits']);
    await firstSignOfLife();
  } else if (root?.dataset['firstScreen'] !== undefined) await firstPaint();
  try {
    isFetching = true;
    fetchAhead('modulepreload', root?.dataset['scripts']);
    askAhead(root?.dataset['asks']?.split(' ') ?? []);
    const { start } = await fetchApp();
    isFetching = false;
    if (root !== null) root.dataset['taken'] = '';
    await start();
  } finally {
    delete root?.dataset['taken'];
    delete root?.dataset['known'];
    releasePresses?.();
    showSoon?.();
  }
}

/** rules/checkout 55. */
function carryPlan(plan: PlanType | null): void {
  if (root === null || plan === null) return;
  for (const link of root.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')) {
    const { pathname, searchParams } = new URL(link.href);
    if (pathname === APP_PATHS.signin) searchParams.set('next', `${APP_PATHS.seasonSelection}?plan=${plan}`);
    else if (pathname === APP_PATHS.signup || pathname === APP_PATHS.shipping) searchParams.set('plan', plan);
    else continue;
    link.href = `${pathname}?${searchParams.toString()}`;
  }
}

/** rules/pages 56. */
function beginAgainWhenRestored(): void {
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isFetching) location.reload();
  });
}

/** rules/pages 57. */
function leadsOn({ dataset: { firstScreen } }: HTMLElement): boolean {
  const isWayIn = firstScreen === APP_PATHS.signin || firstScreen === APP_PATHS.signup;
  return isWayIn && 'session' in document.documentElement.dataset;
}

/** A link's outcome, which is said above the painted form: what it would push down is not shown before it. */
function bringsNews(): boolean {
  return /[?&#](?:error|error_code|failure|message|news)=/.test(location.search + location.hash);
}

/** @returns what shows the page soon all the same: some links bring no words */
function hideUntilSaid(root: HTMLElement): () => void {
  root.dataset['news'] = '';
  const observer = new MutationObserver(() => {
    if (root.querySelector('[data-tone]') === null) return;
    observer.disconnect();
    // What is shown in the frame in which it moves counts as moved.
    requestAnimationFrame(() => requestAnimationFrame(show));
  });
  const show = () => {
    observer.disconnect();
    delete root.dataset['news'];
  };
  observer.observe(root, { childList: true, subtree: true });
  return () => void setTimeout(show, WORDS_COME_WITHIN);
}

/** A browser does not fetch a failed module twice, so the next press opens the page anew. */
async function fetchApp() {
  try {
    for (const evaluate of PARTS) {
      await evaluate();
      await breath();
    }
    const app = await import('./main.tsx');
    await breath();
    return app;
  } catch (error) {
    setTimeout(sayUnreachable, LEAVING_TAKES);
    throw error;
  }
}

async function fetchAheadOncePainted(hrefs: string | undefined): Promise<void> {
  await Promise.all([firstPaint(), loaded()]);
  fetchAhead('prefetch', hrefs);
}

function loaded(): Promise<void> {
  return new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    else addEventListener('load', () => resolve(), { once: true });
  });
}

function fetchAhead(rel: 'prefetch' | 'modulepreload', hrefs = ''): void {
  for (const href of hrefs.split(' ').filter(Boolean)) {
    const link = Object.assign(document.createElement('link'), { rel, href, crossOrigin: '' });
    if (rel === 'prefetch') link.as = 'script';
    document.head.append(link);
  }
}

function firstPaint(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true });
    // In the background nothing is painted.
    setTimeout(resolve, 1_000);
  });
}

function breath(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function sayUnreachable(): void {
  document.querySelector('[data-unreachable]')?.removeAttribute('hidden');
  addEventListener('click', () => location.reload(), { once: true });
}

function mayWait(root: HTMLElement): boolean {
  if (root.dataset['waits'] === undefined || location.hash !== '' || isTouched(root)) return false;
  const parameters = [...new URLSearchParams(location.search).keys()];
  if (!parameters.every((name) => KNOWN_TO_PAINTED.has(name))) return false;
  try {
    const isKnown = localStorage.getItem(SESSION_STORAGE_KEY) !== null || sessionStorage.getItem(SIGNUP_DRAFT) !== null;
    return !isKnown && storedPromo() === undefined;
  } catch {
    return true;
  }
}

/** Before this script came. */
function isTouched(root: HTMLElement): boolean {
  const fields = [...root.querySelectorAll('input')];
  return root.contains(document.activeElement) || fields.some(({ value, defaultValue }) => value !== defaultValue);
}

function firstSignOfLife(): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController();
    const options = { capture: true, passive: true, signal: done.signal };
    const come = (event: Event) => {
      if (isUnmoved(event)) return;
      done.abort();
      resolve();
    };
    for (const sign of SIGNS) addEventListener(sign, come, options);
    addEventListener('storage', come, options);
  });
}

/** Browsers make up a move when a page appears under a resting mouse. */
function isUnmoved(event: Event): boolean {
  return event instanceof PointerEvent && event.type === 'pointermove' && !event.movementX && !event.movementY;
}
