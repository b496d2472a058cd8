/** Turns the strip by buttons and arrow keys, by as many letters as are in view, around at both ends (rules/pages 7). */
export function driveCarousel(carousel: HTMLElement): void {
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

// Half-pixels of zoomed screens must not hide that an end has been reached.
const SLACK = 4;

function nextPosition({ scrollLeft, clientWidth, scrollWidth }: HTMLElement, by: number): number {
  const end = scrollWidth - clientWidth;
  if (by > 0 && scrollLeft >= end - SLACK) return 0;
  if (by < 0 && scrollLeft <= SLACK) return end;
  return scrollLeft + by * clientWidth;
}
