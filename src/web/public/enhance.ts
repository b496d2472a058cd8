import './session-marker.ts';
import { recordPageView, observeVisit } from '../analytics/observe.ts';
import { showBroughtCode } from './brought-code.ts';
import { driveCarousel } from './carousel.ts';
import { driveDialogs } from './dialogs.ts';
import { forwardStrayReturn } from './stray-return.ts';
import { storePromoOfLink } from '../promo-link.ts';

forwardStrayReturn();

// What the platform does not do by itself. Every page is complete without it (rules/pages 2).
for (const carousel of document.querySelectorAll<HTMLElement>('[data-carousel]')) driveCarousel(carousel);
driveDialogs();
storePromoOfLink();
showBroughtCode();

observeVisit();
recordPageView(document.referrer);
// Come back to by the Back button, from the browser's memory: a view like any other.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) recordPageView();
});
