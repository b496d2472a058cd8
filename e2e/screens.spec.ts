import { join } from 'node:path';
import { test } from '@playwright/test';
import { PAGE_STATES, visit } from './page-states.ts';
import { enter, VISITORS } from './visitors.ts';

// `npm run screens` photographs every state in `page-states.ts`, on a phone and on a desk, into docs/screens; `-- -g VISITOR`: those alone.

const FOLDER = join(import.meta.dirname, '../docs/screens');
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

for (const visitor of VISITORS) {
  test(`what ${visitor} sees is photographed`, async ({ page }) => {
    test.setTimeout(600_000);
    await enter(page, visitor);
    for (const place of PAGE_STATES[visitor]) {
      for (const size of SIZES) {
        await page.setViewportSize(size);
        await visit(page, place);
        await page.evaluate(async () => {
          await document.fonts.ready;
          scrollTo(0, 0);
        });
        const fullPage = (await page.locator('dialog[open]').count()) === 0;
        await page.screenshot({ path: join(FOLDER, `${place.name}-${size.width}.png`), fullPage });
      }
    }
  });
}
