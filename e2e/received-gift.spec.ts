import { expect, test } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { cancelSubscription } from '../src/contract/subscriptions.ts';
import { addDays, newYorkDate } from '../src/domain/calendar-date.ts';
import { setClaimedBy } from '../src/server/commerce/gifts/queries.ts';
import { subscriptions } from '../src/server/commerce/schema.ts';
import { giveGift } from '../test/builders/gifts.ts';
import { handOverLetters } from '../test/builders/subscribers.ts';
import { Shopper } from '../test/clients/shopper.ts';
import { expectAccessible } from './accessibility.ts';
import { inDatabase, sharedShop } from './shops.ts';
import { expectNotice } from './subscriber.ts';
import { enrol } from './users.ts';

const ADDRESS_DAY =
  /The person who gave you this gift can change the address before \w+ \d+, \d{4} \(New York time\)\. A change made now applies from letter 1 on\./;

test('who has claimed a gift finds its letters in the account, says what came of them, and reads who gave it before buying', async ({
  page,
}) => {
  const recipient = await enrol(page);
  const giver = await Shopper.signUp(sharedShop());
  const gift = await giveGift(giver, newYorkDate(new Date()));
  await inDatabase(sharedShop(), (db) => setClaimedBy(db, gift, recipient.userId, new Date()));
  await page.goto('/account/subscription');
  const received = page.getByRole('region', { name: 'Gifts You Have Received' });
  await expect(received).toContainText(ADDRESS_DAY);
  const days = [addDays(newYorkDate(new Date()), -40), addDays(newYorkDate(new Date()), -20)];
  await inDatabase(sharedShop(), (db) => handOverLetters(db, gift.subscriptionId, days, { takesDays: [2, 5] }));
  await page.reload();
  await expect(received).toContainText(
    'Letter 1 is already addressed. If later letters should go to another address, email Support.',
  );
  await received.getByRole('link', { name: 'See the letters' }).click();

  const next = page.getByRole('region', { name: 'Your Next Letter' });
  await expect(next.getByRole('heading', { level: 3 })).toHaveText('Letter 3 of 24');
  for (const term of ['Mailing day', 'Expected arrival']) await expect(next).toContainText(term);
  await expect(next).not.toContainText('Goes to');
  const progress = page.getByRole('region', { name: 'Mystery Progress' });
  await expect(progress.getByLabel('Subscription')).toHaveValue(gift.subscriptionId);
  await expect(progress).toContainText('2 of 24 letters');
  const calendar = page.getByRole('region', { name: 'Your Calendar' });
  await expect(calendar.getByRole('button', { name: 'Download (.ics)' })).toBeVisible();
  await expect(calendar.getByText('Going away?')).toHaveCount(0);
  await expect(calendar.getByText('Change address by')).toHaveCount(0);
  await expectAccessible(page);
  await calendar.getByRole('button', { name: 'It arrived: letter 2' }).click();
  await expect(calendar.getByText('Arrived', { exact: true }).last()).toBeFocused();
  await calendar.getByText('Letter 1 arrived earlier').click();
  await calendar.getByRole('link', { name: 'It hasn’t arrived: letter 1' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Mail it on / })
    .click();
  await expectNotice(page, /We’ll mail letter 1 again on [^.]+\./);
  await expect(progress).toContainText('1 of 24 letters');

  await page.getByRole('link', { name: 'Subscription', exact: true }).click();
  await received.getByRole('link', { name: 'Open the case file' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Case File');
  await page.goto('/account/profile?edit=address');
  await expect(
    page.getByText('If someone gave you a season, its letters go to the address the giver entered.'),
  ).toBeVisible();
  await page.goto('/season-selection');
  await expect(page.getByText('You have this season as a gift from Ada Quill.')).toBeVisible();
  await expect(page.getByText('You already have this season.')).toHaveCount(0);
  await page.getByRole('link', { name: 'Continue with Shipping' }).click();
  await expect(page).toHaveURL(/\/shipping\?season=season-1/);

  const hold = (disputeHeldAt: Date | null) =>
    inDatabase(sharedShop(), (db) =>
      db.update(subscriptions).set({ disputeHeldAt }).where(eq(subscriptions.id, gift.subscriptionId)),
    );
  await hold(new Date());
  await page.goto('/account');
  await expect(next).toContainText('The letters of this gift are on hold.');
  await expect(next).not.toContainText('Mailing day');
  await expect(calendar).toContainText('The letters of this gift are on hold.');
  await hold(null);

  await giver.call(cancelSubscription, { params: { id: gift.subscriptionId } });
  await page.goto('/account');
  await expect(next.getByRole('heading', { level: 3 })).toHaveText('Letter 3');
  await expect(progress).toContainText(/Letters? 3 .*still to come\. After that, no more letters follow\./);
  await expect(progress).not.toContainText('24 letters');
});
