import { recordPageView } from '../analytics/observe.ts';
import type { AppRouter } from './router.tsx';

const SITE_NAME = 'The Dead Letter Club';

/** Names the window and focuses the new page's heading, as a browser does for a new document (rules/pages 14). */
export function announceNavigation(router: AppRouter): void {
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
