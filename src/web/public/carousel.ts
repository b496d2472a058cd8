/** Shows the two buttons of a strip and lets them turn it by as many letters as are in view, around at both ends (SPEC §2). */
export function driveCarousel(carousel: HTMLElement): void {
  const strip = carousel.querySelector<HTMLElement>('[data-carousel-strip]');
  const controls = carousel.querySelector<HTMLElement>('[data-carousel-controls]');
  if (!strip || !controls) return;
  controls.hidden = false;
  controls.addEventListener('click', ({ target }) => {
    const turn = target instanceof HTMLElement ? Number(target.dataset['carouselTurn']) : 0;
    if (turn) strip.scrollTo({ left: nextPosition(strip, turn) });
  });
}

// Half-pixels of zoomed screens must not hide that an end has been reached.
const SLACK = 4;

function nextPosition({ scrollLeft, clientWidth, scrollWidth }: HTMLElement, turn: number): number {
  const end = scrollWidth - clientWidth;
  if (turn > 0 && scrollLeft >= end - SLACK) return 0;
  if (turn < 0 && scrollLeft <= SLACK) return end;
  return scrollLeft + turn * clientWidth;
}
