import type { Page } from '@playwright/test';

interface Shift {
  readonly value: number;
  readonly moved: readonly string[];
}

/** A shift that no report shows: Lighthouse and the browser's own tools round to three places. */
const UNSEEN = 0.0005;

/** From the next document on, the page notes what moves on the screen by itself, as browsers count it. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(({ node, previousRect: before, currentRect: after }) => {
          const element = node instanceof Element ? node : node?.parentElement;
          const what = `${element?.tagName ?? '?'}.${element?.className ?? ''} ${element?.textContent?.slice(0, 40) ?? ''}`;
          return `${what} ${before.top}+${before.height} -> ${after.top}+${after.height}`;
        });
        shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** What the specification says of an entry: https://wicg.github.io/layout-instability/#sec-layout-shift */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRect;
    readonly currentRect: DOMRect;
  }[];
}

/** What has moved so far on this document, with the elements that moved. */
export async function shiftsOf(page: Page): Promise<readonly Shift[]> {
  const shifts = await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return (window as unknown as { shifts: Shift[] }).shifts;
  });
  return shifts.filter(({ value }) => value > UNSEEN);
}

/** Simulates a slow phone's processor. */
export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}
