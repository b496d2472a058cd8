import { recordPageView } from '../analytics/observe.ts';
import type { AppRouter } from './router.tsx';

const SITE_NAME = 'The Dead Letter Club';

/**
 * Does for a change of page what the browser does for a new document: names the window, and takes keyboard and screen
 * reader to the top of the new page, its heading (rules/pages 14). The view is counted (rules/pages 24).
 */
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
  // The router has already put the page where it was left, or at its top.
  heading.focus({ preventScroll: true });
}
