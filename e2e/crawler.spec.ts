import { expect, test } from '@playwright/test';
import { crawledShop, enrichReader } from './crawled-shop.ts';
import { Crawler } from './crawler.ts';
import { heapTheDesk } from './desk.ts';
import { PLACES, signInAs, type Visitor } from './places.ts';

const SHOP = crawledShop();

test.use({ baseURL: SHOP.url });

/** In `npm test` those with few pages; `npm run crawl` has everybody, of whom an operator alone takes as long as these three. */
const FEW = ['nobody', 'new', 'cancelled'] satisfies Visitor[];
// Who has most to press begins.
const EVERYBODY = ['operator', 'reader', 'nobody', 'new', 'overdue', 'cancelled'] satisfies Visitor[];

for (const visitor of process.env['CRAWL'] === 'everybody' ? EVERYBODY : FEW) {
  test(`whatever ${visitor} presses does something`, async ({ page }) => {
    test.setTimeout(300_000);
    if (visitor === 'reader') await enrichReader(SHOP);
    if (visitor === 'operator') await heapTheDesk(SHOP.databaseUrl);
    if (visitor !== 'nobody') await signInAs(page, visitor, SHOP.databaseUrl);
    const crawler = new Crawler(page);
    await crawler.begin();
    const places = PLACES[visitor].filter(({ within }) => !within);
    for (const place of places) await test.step(place.name, () => crawler.explore(place));
    await crawler.pressTheLast();
    const { pressed, unpressed, problems } = crawler;
    test.info().annotations.push({ type: 'pressed', description: `${pressed}; not: ${[...unpressed].join('; ')}` });
    expect(problems).toEqual([]);
  });
}
