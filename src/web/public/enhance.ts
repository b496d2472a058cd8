import './session-marker.ts';
import { recordPageView, observeVisit } from '../analytics/observe.ts';
import { driveCarousel } from './carousel.ts';
import { APP_PATHS } from '../../contract/site-paths.ts';
import { storedPromo, storePromoOfLink } from '../promo-link.ts';

// An emailed link without a target ends at the front page; the app handles its failure or tokens.
if (/[#&](error|access_token)=/.test(location.hash)) location.replace(APP_PATHS.authCallback + location.hash);

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

/** For browsers without buttons with `command` (Safari before 26.2, Firefox before 144). */
function driveDialogs(): void {
  if ('command' in HTMLButtonElement.prototype) return;
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[commandfor]') : null;
    const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '');
    if (!(dialog instanceof HTMLDialogElement)) return;
    if (button?.getAttribute('command') === 'show-modal') dialog.showModal();
    else dialog.close();
  });
}

function showBroughtCode(): void {
  const code = storedPromo();
  if (code === undefined) return;
  for (const note of document.querySelectorAll<HTMLElement>('[data-brought-code]')) {
    note.querySelector('b')?.replaceChildren(code);
    note.hidden = false;
  }
}
