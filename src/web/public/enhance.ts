import './session-marker.ts';
import { recordPageView, observeVisit } from '../analytics/observe.ts';
import { showBroughtCode } from './brought-code.ts';
import { driveCarousel } from './carousel.ts';
import { driveDialogs } from './dialogs.ts';
import { forwardStrayReturn } from './stray-return.ts';
import { storePromoOfLink } from '../promo-link.ts';

forwardStrayReturn();

for (const carousel of document.querySelectorAll<HTMLElement>('[data-carousel]')) driveCarousel(carousel);
driveDialogs();
storePromoOfLink();
showBroughtCode();

observeVisit();
recordPageView(document.referrer);
// Back restores the page from memory, which counts as a view.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) recordPageView();
});
