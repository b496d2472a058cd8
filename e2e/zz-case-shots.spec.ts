import { test } from '@playwright/test';
import { getAccount } from '../src/contract/account.ts';
import { addDays, newYorkDate } from '../src/domain/calendar-date.ts';
import { handOverLetters } from '../test/builders/subscribers.ts';
import { inDatabase, sharedShop } from './shops.ts';
import { shopperOf, subscribe } from './subscriber.ts';
import { settled } from './page-states.ts';

const SIZES = { phone: [390, 844], desk: [1440, 900], tablet: [1024, 768], phoneland: [844, 390] } as const;

test('shots', async ({ page }) => {
  test.setTimeout(200_000);
  const user = await subscribe(page);
  const [own] = (await shopperOf(user).call(getAccount)).subscriptions;
  const come = async (from: number, to: number, ago: number) => {
    const last = addDays(newYorkDate(new Date()), -ago);
    const days = Array.from({ length: to - from + 1 }, (_, i) => addDays(last, i - (to - from)));
    await inDatabase(sharedShop(), (db) => handOverLetters(db, own?.id ?? '', days, { from, takesDays: [2, 5] }));
  };
  const shoot = async (name: string, path: string, prepare?: () => Promise<void>) => {
    for (const [size, [width, height]] of Object.entries(SIZES)) {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      await settled(page);
      if (prepare) await prepare();
      await page.waitForTimeout(400);
      await page.screenshot({ path: `/tmp/case-shots/${name}-${size}.png`, fullPage: size !== 'phoneland' });
    }
  };
  await shoot('empty', '/account/case');
  await come(1, 8, 10);
  await come(9, 9, 1);
  await shoot('file', '/account/case');
  await shoot('letter1', '/account/case/letter?season=season-1&letter=1', async () => {
    await page.locator('img[src^="blob:"]').first().waitFor();
  });
  await shoot('letter6', '/account/case/letter?season=season-1&letter=6', async () => {
    await page.locator('img[src^="blob:"]').first().waitFor();
    const lamp = page.getByRole('button', { name: 'Lamp turned low' });
    if ((await lamp.getAttribute('aria-pressed')) === 'false') await lamp.click();
  });
  await shoot('puzzles', '/account/case/puzzles');
  await shoot('theory', '/account/case/theory');
  await come(10, 24, 9);
  await shoot('opened', '/account/case/theory');
  await page.setViewportSize({ width: 816, height: 1056 });
  await page.goto('/account/case/letter?season=season-1&letter=5');
  await page.locator('img[src^="blob:"]').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.screenshot({ path: '/tmp/case-shots/letter5-print.png', fullPage: true });
});
