import '../ui/base.css';
import '../public/session-marker.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { observeVisit, recordPageView } from '../analytics/observe.ts';
import { record } from '../analytics/visit.ts';
import { signInByEmail } from '../pages/auth/counted-sign-in.ts';
import { storePlanOfLink } from '../pages/checkout/chosen-plan.ts';
import { storePromoOfLink } from '../promo-link.ts';
import { selectNothingByDoubleClicks } from './double-clicks.ts';
import { reloadForNewBuild } from './new-build.ts';
import { queryClient } from './queries.ts';
import { router } from './router.tsx';
import { SessionOffer } from '../pages/auth/continue-as.tsx';
import { EMAIL_LINK, onUserChange, settledSession } from './session.ts';

const SITE_NAME = 'The Dead Letter Club';

reloadForNewBuild();
announceNavigation();
selectNothingByDoubleClicks();
observeVisit();
storePromoOfLink();
storePlanOfLink();
void countEmailSignIn();

onUserChange((now, before) => {
  // Another user took over this browser: nothing of the first may linger.
  if (now !== null && before !== null) return location.reload();
  queryClient.clear();
  // Runs the guards again.
  void router.invalidate();
});

/** Names the window and focuses the new page's heading, as a browser does for a new document (rules/pages 14). */
function announceNavigation(): void {
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const title = router.state.matches.findLast(({ staticData }) => staticData.title)?.staticData.title;
    document.title = title === undefined ? SITE_NAME : `${title} · ${SITE_NAME}`;
    if (fromLocation === undefined) return recordPageView(document.referrer);
    if (!pathChanged) return;
    recordPageView();
    focusHeading();
  });
}

function focusHeading(): void {
  const heading = document.querySelector('h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  // The router has already restored the scroll position.
  heading.focus({ preventScroll: true });
}

async function countEmailSignIn(): Promise<void> {
  if (EMAIL_LINK === null) return;
  const session = await settledSession();
  const signIn = session && signInByEmail(EMAIL_LINK, session.user);
  if (signIn !== null) record(signIn);
}

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no #root to build the app in.');

createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <SessionOffer>
        <RouterProvider router={router} />
      </SessionOffer>
    </QueryClientProvider>
  </StrictMode>,
);
