import { startTransition, StrictMode, useEffect, useLayoutEffect } from 'react';
import { recordLanding, recordPageView } from '../analytics/observe.ts';
import { record } from '../analytics/visit.ts';
import { signInByEmail } from '../pages/auth/counted-sign-in.ts';
import { App } from './app.tsx';
import { focusHeading, rememberMove } from './heading-focus.ts';
import { reloadForNewBuild } from './new-build.ts';
import { clearNotesBut } from './note-stores.ts';
import { queryClient } from './queries.ts';
import { createRoot, hydrateRoot } from './roots.ts';
import { router } from './router.tsx';
import { BRINGS_SESSION, EMAIL_LINK, onSessionEnd, onUserChange, settledSession } from './session.ts';
import { storedSession } from './stored-session.ts';

/** At one of these React would hydrate all at once. */
const HURRYING = [
  'keydown',
  'keypress',
  'keyup',
  'input',
  'textInput',
  'change',
  'compositionstart',
  'compositionend',
  'pointerdown',
  'pointerup',
  'mousedown',
  'mouseup',
  'touchstart',
  'touchend',
] as const;

const SITE_NAME = 'The Dead Letter Club';

reloadForNewBuild();
announceNavigation();
void countEmailSignIn();
void clearNotesBut(storedSession()?.user.id ?? null);

onUserChange((now, before) => {
  // Another user took over this browser: nothing of the first may linger.
  if (now !== null && before !== null) return location.reload();
  queryClient.clear();
  // Runs the guards again.
  void router.invalidate();
});

onSessionEnd(() => {
  void clearNotesBut(null);
  // A page that had opened without a line learns only now that its session is over.
  void router.invalidate();
});

/** Names the window and focuses the new page's heading, as a browser does for a new document (rules/pages 14). */
function announceNavigation(): void {
  let isFirst = true;
  router.subscribe('onRendered', ({ pathChanged }) => {
    const title = router.state.matches.findLast(({ staticData }) => staticData.title)?.staticData.title;
    document.title = title === undefined ? SITE_NAME : `${title} · ${SITE_NAME}`;
    if (isFirst) {
      isFirst = false;
      return recordLanding();
    }
    rememberMove();
    if (!pathChanged) return;
    recordPageView();
    const heading = document.querySelector('h1');
    if (heading !== null) focusHeading(heading);
  });
}

async function countEmailSignIn(): Promise<void> {
  if (EMAIL_LINK === null) return;
  const session = await settledSession();
  const signIn = session && signInByEmail(EMAIL_LINK, session.user);
  if (signIn !== null) record(signIn);
}

/** Resolves once the page answers presses. */
export async function start(): Promise<void> {
  const container = document.getElementById('root');
  if (container === null) throw new Error('The page has no #root to build the app in.');
  const firstScreen = container.dataset['firstScreen'];
  // A question about a session would wait for ever.
  if (firstScreen !== undefined && !BRINGS_SESSION) await router.load();
  await new Promise<void>((resolve) => {
    const isHydrated = new AbortController();
    const app = (
      <StrictMode>
        <Announced onCommit={() => isHydrated.abort()} onStart={resolve} />
      </StrictMode>
    );
    // In slices, between which what is typed shows.
    startTransition(() => {
      if (!isPainted(firstScreen)) return createRoot(container).render(app);
      // Tells the router that a server rendered the HTML.
      router.ssr = { manifest: undefined };
      const options = { capture: true, passive: true, signal: isHydrated.signal };
      for (const name of HURRYING) container.addEventListener(name, hideFromReact, options);
      hydrateRoot(container, app);
    });
  });
  delete container.dataset['firstScreen'];
  delete container.dataset['waits'];
  delete container.dataset['scripts'];
}

function isPainted(firstScreen: string | undefined): boolean {
  const { location, matches } = router.state;
  return firstScreen === location.pathname && matches.length > 0 && matches.every(({ status }) => status === 'success');
}

function hideFromReact(event: Event): void {
  event.stopImmediatePropagation();
}

interface AnnouncedProps {
  readonly onCommit: () => void;
  readonly onStart: () => void;
}

function Announced({ onCommit, onStart }: AnnouncedProps) {
  useLayoutEffect(onCommit, [onCommit]);
  useEffect(onStart, [onStart]);
  return <App router={router} />;
}
