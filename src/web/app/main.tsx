import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { SESSION_STORAGE_KEY } from '../../contract/session-storage.ts';
import { recordLanding, recordPageView } from '../analytics/observe.ts';
import { record } from '../analytics/visit.ts';
import { signInByEmail } from '../pages/auth/sign-in-analytics.ts';
import { App } from './app.tsx';
import { keepFocusedFieldInView } from './focused-field.ts';
import { focusHeading, hasFieldFocus, rememberMove } from './heading-focus.ts';
import { reloadForNewBuild } from './new-build.ts';
import { clearNotesBut } from './note-stores.ts';
import { queryClient } from './queries.ts';
import { router } from './router.tsx';
import { BRINGS_SESSION, EMAIL_LINK, onSessionEnd, onUserChange, settledSession } from './session.ts';
import { storedSession } from './stored-session.ts';

const SITE_NAME = 'The Dead Letter Club';

reloadForNewBuild();
keepFocusedFieldInView();
announceNavigation();
void countEmailSignIn();
void clearNotesBut(storedSession()?.user.id ?? null);

onUserChange((now, before) => {
  // Another user has signed in: reload, so that nothing of the first user remains.
  if (now !== null && before !== null) return location.reload();
  queryClient.clear();
  // Runs the guards again.
  void router.invalidate();
});

onSessionEnd(() => {
  void clearNotesBut(null);
  // Offline, a page may open before the app can know that its session has ended.
  void router.invalidate();
});

// The auth client's message from another tab can arrive before that tab's change of the storage, which the guards read.
addEventListener('storage', ({ key, oldValue, newValue }) => {
  const isSession = key === SESSION_STORAGE_KEY || key === null;
  if (isSession && (oldValue === null || newValue === null)) void router.invalidate();
});

/**
 * Sets the window's title and focuses the new page's heading, as a browser does for a new document (rules/pages 14).
 */
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
    if (heading !== null && !hasFieldFocus()) focusHeading(heading);
  });
}

async function countEmailSignIn(): Promise<void> {
  if (EMAIL_LINK === null) return;
  const session = await settledSession();
  const signIn = session && signInByEmail(EMAIL_LINK, session.user);
  if (signIn !== null) record(signIn);
}

/** Replaces the static frame with the app in one step, once the first page's data has arrived. */
export async function start(): Promise<void> {
  const container = document.getElementById('root');
  if (container === null) throw new Error('The document has no #root element.');
  // If a link contains a session, the app must ask first, so it must be visible.
  if (container.hasChildNodes() && !BRINGS_SESSION) await router.load();
  createRoot(container).render(
    <StrictMode>
      <App router={router} />
    </StrictMode>,
  );
}
