import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { getAccount } from '../src/contract/account.ts';
import { addDays, formatDate, newYorkDate } from '../src/domain/calendar-date.ts';
import { DAY_MAY_DIFFER } from '../src/domain/subscription.ts';
import { type Database, openDatabase } from '../src/server/platform/db/database.ts';
import { giveGift } from '../test/builders/gifts.ts';
import { expectAccessible } from './accessibility.ts';
import { atTerminal } from './shops.ts';
import { enrol } from './users.ts';
import { fetchPartsAlone, finishSeason, shopperOf, subscribe } from './subscriber.ts';

const region = (page: Page, name: string) => page.getByRole('region', { name });
const gift = (page: Page, recipient: string) =>
  region(page, 'Gifts You Have Given')
    .getByRole('listitem')
    .filter({ hasText: `For ${recipient}` });

let db: Database;
test.beforeAll(() => {
  db = openDatabase(process.env['DATABASE_URL'] ?? '', { maxConnections: 2 });
});
test.afterAll(() => db.$client.end());

test('a season whose 24 letters have come is completed: overview, calendar and list', async ({ page }) => {
  const user = await subscribe(page);
  const [own] = (await shopperOf(user).call(getAccount)).subscriptions;
  await finishSeason(db, own?.id ?? '');
  await page.goto('/account');
  const status = region(page, 'Subscription Status');
  await expect(status).toContainText('Active subscriptions0');
  await expect(status).toContainText('Total monthly cost$0.00');
  await expect(status).toContainText('StatusCompleted');
  await expect(status).toContainText('Completed on October 9, 2026');
  await expect(status).not.toContainText('Next billing date');
  const progress = region(page, 'Mystery Progress');
  await expect(progress).toContainText('24 of 24 letters received');
  await expect(progress).toContainText('100% complete');
  await expect(progress).toContainText('Letters 1 to 24 have arrived');
  await expect(progress.getByText('Going away?')).toHaveCount(0);

  await page.goto('/account/subscription');
  await expect(region(page, 'Overview')).toContainText('Active0Cancelled0Completed1');
  const completed = region(page, 'Completed subscriptions');
  await expect(completed).toContainText('Completed on October 9, 2026');
  await expect(completed).toContainText('24 of 24 letters received');
  await expect(completed.getByRole('button')).toHaveCount(0);
});

test('each subscription says how it is paid, and the overview goes by the annual one @pages', async ({ page }) => {
  await subscribe(page);
  const [soon, later, last] = [20, 40, 300].map((days) => new Date(Date.now() + days * 86_400_000)) as [
    Date,
    Date,
    Date,
  ];
  const facts = [
    { currentPeriodEnd: later, cancelAt: last, sameDay: false },
    { currentPeriodEnd: later, cancelAt: soon },
    { currentPeriodEnd: later, cancelAt: null },
    { currentPeriodEnd: last, cancelAt: null, planType: 'annual', costCents: 15_300 },
  ].map((own) => ({ ...own, id: randomUUID() }));
  await page.route('**/api/account', async (route) => {
    const response = await route.fetch();
    const account = (await response.json()) as { subscriptions: object[] };
    const subscriptions = facts.map((own) => ({ ...account.subscriptions[0], ...own }));
    await route.fulfill({ response, json: { ...account, subscriptions } });
  });
  await page.goto('/account/subscription');
  const active = region(page, 'Active subscriptions').getByRole('listitem');
  await expect(active.nth(0)).toContainText(
    `Auto-renews until ${formatDate(last)} (10 months remaining). ${DAY_MAY_DIFFER}`,
  );
  await expect(active.nth(1)).toContainText(`Final billing on ${formatDate(soon)}`);
  await expect(active.nth(2)).toContainText(`Next billing date: ${formatDate(later)}`);
  // The second subscription has had its last charge, so it shows none.
  await expect(active.nth(0)).toContainText(`Next charge$15.00 on ${formatDate(later)}`);
  await expect(active.nth(2)).toContainText(`Next charge$15.00 on ${formatDate(later)}`);
  for (const place of [1, 3]) await expect(active.nth(place)).not.toContainText('Next charge');
  await expect(active.nth(3)).toContainText(`One-time payment, expires on ${formatDate(last)}`);
  await active
    .nth(0)
    .getByRole('button', { name: /^Manage subscription/ })
    .click();
  await expect(page.getByRole('dialog')).toContainText(DAY_MAY_DIFFER);
  await page.setViewportSize({ width: 390, height: 664 });
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
  await fetchPartsAlone(page);
  await page.goto('/account');
  const status = region(page, 'Subscription Status');
  await expect(status).toContainText(`Ends on${formatDate(last)}`);
  await expect(status).toContainText('Total monthly cost$45.00');
  await expect(status).toContainText('Total annual cost$153.00');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('gifts that are over or refunded are told apart, and there is nothing left to press @pages', async ({ page }) => {
  const giver = shopperOf(await enrol(page));
  const today = newYorkDate(new Date());
  const ended = await giveGift(giver, today, { recipientName: 'Odile Farrow' });
  await finishSeason(db, ended.subscriptionId);
  const refunded = await giveGift(giver, addDays(today, 40), { recipientName: 'Wendell Pike' });
  await atTerminal('refund-subscription', '--id', refunded.subscriptionId, '--note', 'a trial');
  await page.goto('/account/subscription');
  await expect(gift(page, 'Odile Farrow')).toContainText('StatusEnded');
  await expect(gift(page, 'Odile Farrow')).toContainText('BillingCompleted on October 9, 2026');
  await expect(gift(page, 'Odile Farrow')).toContainText('24 of 24 letters');
  await expect(gift(page, 'Wendell Pike')).toContainText('StatusEnded early');
  await expect(gift(page, 'Wendell Pike')).toContainText(/BillingCancelled on/);
  await expect(gift(page, 'Wendell Pike')).toContainText('This gift has ended.');
  await expect(gift(page, 'Wendell Pike')).not.toContainText('Announcement');
  await expect(region(page, 'Gifts You Have Given').locator('button, a')).toHaveCount(0);
  await expectAccessible(page);
});
