import { APP_PATHS } from '../../contract/site-paths.ts';
import { observeVisit, recordPageView } from '../analytics/observe.ts';
import { storedPromo, storePromoOfLink } from '../promo-link.ts';
import { isOnBackdrop } from '../ui/backdrop.ts';
import { driveMenu } from '../ui/phone-menu.ts';
import './session-marker.ts';

// A link whose target is not allowed opens the front page, but only the app can handle the link's error or tokens.
if (/[#&](error|access_token)=/.test(location.hash)) location.replace(APP_PATHS.authCallback + location.hash);

for (const carousel of document.querySelectorAll<HTMLElement>('[data-carousel]')) driveCarousel(carousel);
for (const menu of document.querySelectorAll<HTMLDetailsElement>('[data-menu]')) driveMenu(menu);
driveDialogs();
driveQuestions();
storePromoOfLink();
showPromoFromLink();

observeVisit();
recordPageView(document.referrer);
// Back restores the page from memory, which counts as a view.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) recordPageView();
});

function driveDialogs(): void {
  for (const dialog of document.querySelectorAll('dialog')) {
    dialog.addEventListener('click', (event) => {
      if (isOnBackdrop(event)) dialog.close();
    });
  }
  // Closed, since Back would restore it open.
  addEventListener('pagehide', () => {
    for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  });
  driveDialogButtons();
}

/** For browsers without `<details name>` (Safari before 17.2). */
function driveQuestions(): void {
  if ('name' in HTMLDetailsElement.prototype) return;
  for (const opened of document.querySelectorAll('details[name]')) {
    opened.addEventListener('toggle', () => {
      if (!opened.hasAttribute('open')) return;
      for (const other of document.querySelectorAll('details[name]')) other.toggleAttribute('open', other === opened);
    });
  }
}

/** For browsers without buttons with `command` (Safari before 26.2, Firefox before 144). */
function driveDialogButtons(): void {
  if ('command' in HTMLButtonElement.prototype) return;
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[commandfor]') : null;
    const dialog = document.getElementById(button?.getAttribute('commandfor') ?? '');
    if (!(dialog instanceof HTMLDialogElement)) return;
    if (button?.getAttribute('command') === 'show-modal') dialog.showModal();
    else dialog.close();
  });
}

function showPromoFromLink(): void {
  const code = storedPromo();
  if (code === undefined) return;
  for (const note of document.querySelectorAll<HTMLElement>('[data-promo-from-link]')) {
    note.querySelector('b')?.replaceChildren(code);
    note.hidden = false;
  }
}

/** Buttons and arrow keys scroll the strip by the letters in view, and from each end to the other (rules/pages 7). */
function driveCarousel(carousel: HTMLElement): void {
  const strip = carousel.querySelector<HTMLElement>('[data-carousel-strip]');
  const controls = carousel.querySelector<HTMLElement>('[data-carousel-controls]');
  if (!strip || !controls) return;
  controls.hidden = false;
  controls.addEventListener('click', ({ target }) => {
    turn(strip, target instanceof HTMLElement ? Number(target.dataset['carouselTurn']) : 0);
  });
  strip.addEventListener('keydown', (event) => {
    const by = TURN_OF_KEY[event.key];
    if (by === undefined) return;
    event.preventDefault();
    turn(strip, by);
  });
}

const TURN_OF_KEY: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

function turn(strip: HTMLElement, by: number): void {
  if (by) strip.scrollTo({ left: nextPosition(strip, by) });
}

// On zoomed screens, half pixels could hide that an end is reached.
const SLACK = 4;

function nextPosition({ scrollLeft, clientWidth, scrollWidth }: HTMLElement, by: number): number {
  const end = scrollWidth - clientWidth;
  if (by > 0 && scrollLeft >= end - SLACK) return 0;
  if (by < 0 && scrollLeft <= SLACK) return end;
  return scrollLeft + by * clientWidth;
}
