import { expect, test } from '@playwright/test';
import { Crawler } from './crawler.ts';
import { PAGE_STATES } from './page-states.ts';
import { crawledShop } from './shops.ts';
import { enter, type Visitor, VISITORS } from './visitors.ts';

test.use({ baseURL: crawledShop().siteUrl });

/** In `npm test` those with few pages; `npm run crawl` has everybody, of whom an operator alone takes as long as these three. */
const FEW = ['anonymous', 'new', 'cancelled'] satisfies Visitor[];
// Who has most to press begins.
const ALL_VISITORS: readonly Visitor[] = [...new Set<Visitor>(['operator', 'giver', 'subscriber', ...VISITORS])];

for (const visitor of process.env['CRAWL'] === 'everybody' ? ALL_VISITORS : FEW) {
  test(`whatever ${visitor} presses does something`, async ({ page }) => {
    test.setTimeout(300_000);
    await enter(page, visitor);
    const crawler = new Crawler(page);
    const places = PAGE_STATES[visitor].filter(({ within, passing }) => !within && !passing);
    await crawler.crawl(places);
    test.info().annotations.push({ type: 'pressed', description: [...crawler.pressed].join('; ') });
    expect(crawler.problems).toEqual([]);
    expect(crawler.pressed.size).toBeGreaterThan(places.length);
  });
}
