import { type Browser, expect, type Page, test } from '@playwright/test';
import { getAccount } from '../src/contract/account.ts';
import { type AddressReply, listAddresses } from '../src/contract/addresses.ts';
import { addDays, dayOfWeek, formatDate, newYorkDate, WEEKDAY } from '../src/domain/calendar-date.ts';
import type { FrozenAddress } from '../src/server/customers/schema.ts';
import { mailingScans, runSightings, watchedPieces } from '../src/server/fulfilment/scans-schema.ts';
import { printerLetters } from '../src/server/fulfilment/printer-schema.ts';
import { eq } from 'drizzle-orm';
import { HARBOR_ADDRESS } from '../test/builders/addresses.ts';
import { addBarcodedRun } from '../test/builders/barcoded-run.ts';
import { addPrintedBatch } from '../test/builders/printer-batch.ts';
import { expectAccessible } from './accessibility.ts';
import { becomeOperator } from './console.ts';
import { emailTo } from './mailbox.ts';
import { openCarrierBeside } from './carrier-beside.ts';
import { atTerminal, inDatabase, type ServerBeside, sharedShop } from './shops.ts';
import { expectNotice, shopperOf, subscribe } from './subscriber.ts';
import { enrol, fillSignup, stranger, whoIs } from './users.ts';
import { fillGift } from './gift-form.ts';

const today = newYorkDate(new Date());

/** A page of the shop that asks the post about addresses and has a printer. */
async function pageBeside(browser: Browser, { url }: ServerBeside): Promise<Page> {
  return await (await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })).newPage();
}

/** A letter with a barcode to each of these subscriptions. */
async function handOverBarcoded(
  daysAgo: number,
  firstSerial: number,
  subscriptionIds: readonly string[],
  address?: FrozenAddress,
) {
  const handedOverOn = addDays(today, -daysAgo);
  // The jobs open runs for past Fridays, but not for past first letters.
  const kind = dayOfWeek(handedOverOn) === WEEKDAY.friday ? 'first_letter' : 'friday';
  return await inDatabase(sharedShop(), (db) =>
    addBarcodedRun(db, { handedOverOn, firstSerial, subscriptionIds, letter: 1, kind, ...(address && { address }) }),
  );
}

function frozen({
  id: _id,
  label: _label,
  isDefault: _default,
  createdAt: _at,
  ...lines
}: AddressReply): FrozenAddress {
  return lines;
}

async function see(imb: string, daysAgo: number): Promise<void> {
  const scan = {
    mailerSerial: imb.slice(5, 20),
    scannedAt: `${addDays(today, -daysAgo)}T08:00:00`,
    eventCode: '918',
    localeKey: '040',
    machineId: '1',
    service: imb.slice(0, 5),
    routing: imb.slice(20),
    facility: '',
    city: 'PORTLAND',
    state: 'ME',
    zip: '04101',
    phase: '',
    handling: 'A',
    isReturn: false,
    receivedAt: new Date(),
  };
  await inDatabase(sharedShop(), (db) => db.insert(mailingScans).values(scan));
}

/** A random number, since an address kept as typed isn't checked again. */
function houseNumber(): number {
  return 1 + Math.floor(Math.random() * 9_000);
}

const MISSPELT = { city: 'Wick Harbour', postalCode: '04579' };

/** Checks these addresses in advance, because a form waits only some seconds. */
async function untilAnswered(
  page: Page,
  accessToken: string,
  addresses: readonly Partial<FrozenAddress>[],
): Promise<void> {
  const headers = { authorization: `Bearer ${accessToken}` };
  for (const address of addresses) {
    const data = { ...HARBOR_ADDRESS, ...address };
    const doubt = async () => {
      const answer = await page.request.post('/api/addresses/check', { headers, data });
      return ((await answer.json()) as { doubt: string | null }).doubt;
    };
    await expect.poll(doubt).not.toBeNull();
  }
}

test('a subscriber sees where a letter was seen last, and it has not come for that @pages', async ({ page }) => {
  const user = await subscribe(page);
  const [subscription] = (await shopperOf(user).call(getAccount)).subscriptions;
  const [piece] = await handOverBarcoded(2, Math.floor(Math.random() * 400_000), [subscription?.id ?? '']);
  await see(piece?.imb ?? '', 1);
  await page.goto('/account');
  const day = formatDate(addDays(today, -1)).replace(/^(\w{3})\w* (\d+),.*$/, '$1 $2');
  await expect(page.getByText(`Scanned by the post office in Portland, Maine, on ${day}`)).toBeVisible();
  await expect(page.getByText('0 of 24 letters received')).toBeVisible();
  await expectAccessible(page);
});

test('a subscriber whose letter came back is asked by email and on the account to look at the address @pages', async ({
  page,
}) => {
  const user = await subscribe(page);
  const shopper = shopperOf(user);
  const [subscription] = (await shopper.call(getAccount)).subscriptions;
  const home = frozen(await shopper.homeAddress());
  const [piece] = await handOverBarcoded(9, Math.floor(Math.random() * 400_000), [subscription?.id ?? ''], home);
  await atTerminal('report-returned', '--id', piece?.id ?? '', '--why', 'no_such_number');
  const words = 'Letter 1 came back to us: there is no such house number.';
  for (const path of ['/account', '/account/subscription']) {
    await page.goto(path);
    await expect(page.getByText(words)).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Check the address' }).click();
  await expect(page.getByLabel('Street address')).toHaveValue('1 Ferry Road');
  expect((await emailTo(user.email, /^Letter 1 came back to us/)).text).toContain('There is no such house number');
});

test('an operator finds letters that have gone quiet or are coming back, and reports them @pages', async ({ page }) => {
  const subscriber = await subscribe(page);
  const [subscription] = (await shopperOf(subscriber).call(getAccount)).subscriptions;
  const [piece] = await handOverBarcoded(30, 500_000 + Math.floor(Math.random() * 400_000), [subscription?.id ?? '']);
  await see(piece?.imb ?? '', 20);
  await inDatabase(sharedShop(), async (db) => {
    await db.insert(watchedPieces).values({ pieceId: piece?.id ?? '', kind: 'quiet', noticedAt: new Date() });
    const { rows } = await db.execute<{ run_id: string }>(
      `select run_id from mailing_pieces where id = '${piece?.id}'`,
    );
    await db.insert(runSightings).values({ runId: rows[0]?.run_id ?? '', pieces: 412, seen: 3, lookedAt: new Date() });
  });
  await becomeOperator(page);
  await page.goto('/operator/trouble');
  await expect(page.getByRole('button', { pressed: true })).toHaveText(/\(\d+\)$/);
  await page.getByRole('button', { name: /^On the way back/ }).click();
  await expect(page.getByText('By its scans, no letter is on the way back.')).toBeVisible();
  await page.getByRole('button', { name: /^Not scanned/ }).click();
  await expect(page.getByText('3 of 412 letters with a barcode seen', { exact: false })).toBeVisible();
  await expect(page.getByText('Too few seen')).toBeVisible();
  await expectAccessible(page);
  const entry = page
    .getByRole('listitem')
    .filter({ hasText: /last seen in Portland, Maine on [A-Z][a-z]{2} \d/ })
    .first();
  await entry.getByRole('button', { name: /^Report/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Report/ })
    .click();
  await expect(entry).toHaveCount(0);
});

test.describe('with somebody to ask, and a printer', () => {
  // One worker, so that one server is started.
  test.describe.configure({ mode: 'default' });
  let beside: ServerBeside;
  let stop: () => Promise<unknown>;

  test.beforeAll(async () => {
    ({ beside, close: stop } = await openCarrierBeside());
  });
  test.afterAll(() => stop());

  test('an address is suggested as the post writes it, and taken or kept', async ({ browser }) => {
    const page = await pageBeside(browser, beside);
    const { accessToken } = await enrol(page);
    const [unclear, unknown] = [`${houseNumber()} Tenement Lane`, `${houseNumber()} Nowhere Road`];
    await untilAnswered(page, accessToken, [
      { ...MISSPELT, addressLine1: '1 Ferry Road' },
      { addressLine1: unclear, postalCode: '04579' },
      { addressLine1: unknown, postalCode: '04579' },
    ]);
    await page.goto('/shipping?season=season-1');
    await page.getByLabel('City').fill(MISSPELT.city);
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await expect(page.getByText('Did you mean this address?')).toBeVisible();
    await expect(page.getByText('Wick Harbor, ME 04579')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use This One' }).click();
    await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible();
    await page.goto('/account/profile');
    await page.getByRole('button', { name: 'Edit address' }).click();
    await page.getByLabel('Street address').fill(unclear);
    await page.getByRole('button', { name: 'Save Address' }).click();
    await expect(page.getByText('but the apartment or suite number is missing.', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Yes, Use It' }).click();
    await expectNotice(page, 'Shipping details updated successfully!');
    await page.getByRole('button', { name: 'Edit address' }).click();
    await page.getByLabel('Street address').fill(unknown);
    await page.getByRole('button', { name: 'Save Address' }).click();
    await expect(page.getByText('We can’t confirm this address.')).toBeVisible();
    await page.getByRole('button', { name: 'Save Address' }).click();
    await expectNotice(page, 'Shipping details updated successfully!');
    await page.context().close();
  });

  test('a visitor’s address, a gift’s and that of letters sent elsewhere are suggested as the post writes them @pages', async ({
    browser,
  }) => {
    test.slow();
    const page = await pageBeside(browser, beside);
    const summerHouse = `${houseNumber()} Summer House`;
    const streets = ['4 Tar Lane', summerHouse, '1 Ferry Road'];
    const misspelt = streets.map((addressLine1) => ({ ...MISSPELT, addressLine1 }));
    await untilAnswered(page, (await enrol(page)).accessToken, misspelt);
    const question = page.getByText('Did you mean this address?');
    const take = page.getByRole('button', { name: 'Use This One' });

    await page.goto('/gift-subscription');
    await fillGift(page);
    await page.getByLabel('Country').selectOption('US');
    await page.getByLabel('City').fill(MISSPELT.city);
    await page.getByLabel('State').fill('ME');
    await page.getByLabel('ZIP code').fill(MISSPELT.postalCode);
    await page.getByRole('button', { name: 'Continue to Payment' }).click();
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await take.click();
    await expect(page.getByRole('heading', { name: 'Payment', exact: true })).toBeVisible();
    await expect(page.getByText('Wick Harbor, ME 04579')).toBeVisible();

    const here = { ...sharedShop(), siteUrl: beside.url };
    const subscriber = shopperOf(await enrol(page), here);
    await subscriber.buy();
    const [subscription] = (await subscriber.call(getAccount)).subscriptions;
    await page.goto(`/account/subscription?dialog=elsewhere&subscription=${subscription?.id ?? ''}`);
    const dialog = page.getByRole('dialog', { name: 'Temporary address' });
    await dialog.getByLabel('Full name').fill('Ada Quill');
    await dialog.getByLabel('Street address').fill(summerHouse);
    await dialog.getByLabel('City').fill(MISSPELT.city);
    await dialog.getByLabel('State').fill('ME');
    await dialog.getByLabel('ZIP code').fill(MISSPELT.postalCode);
    await dialog.getByRole('button', { name: 'Save Temporary Address' }).click();
    await expect(question).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Keep Mine' }).click();
    await expectNotice(page, /will go to Wick Harbour\./);
    await page.context().close();

    const visitor = await pageBeside(browser, beside);
    await visitor.goto('/signup');
    await fillSignup(visitor, stranger());
    await visitor.getByLabel('City').fill(MISSPELT.city);
    await visitor.getByRole('button', { name: 'Create Account' }).click();
    await expect(visitor.getByText('Did you mean this address?')).toBeVisible();
    await expectAccessible(visitor);
    await visitor.getByRole('button', { name: 'Use This One' }).click();
    await expect(visitor.getByRole('heading', { name: 'Choose Your Season' })).toBeVisible();
    const { addresses } = await shopperOf(await whoIs(visitor), here).call(listAddresses);
    expect(addresses.map(({ city }) => city)).toEqual(['Wick Harbor']);
    await visitor.context().close();
  });

  test('a printed batch is sent to the printer for the price that was shown, and what it lacks is ordered again', async ({
    browser,
  }) => {
    const day = addDays('2024-01-02', Math.floor(Math.random() * 50));
    const { runId } = await inDatabase(sharedShop(), (db) => addPrintedBatch(db, 3, day));
    const page = await pageBeside(browser, beside);
    await becomeOperator(page);
    await page.goto(`/operator/run?run=${runId}`);
    await expect(page.getByText('Or somebody else prints and mails it: 3 letters, $3.45.')).toBeVisible();
    await page.getByRole('button', { name: 'Send to Printer: batch 1' }).click();
    await expect(page.getByLabel('The printer mails them on')).toHaveValue(addDays(today, 1));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send It' }).click();
    await expectNotice(page, 'Sent: 3 letters for $3.45.');
    await expect(page.getByText('At the printer for $3.45', { exact: false })).toBeVisible();
    await inDatabase(sharedShop(), async (db) => {
      const failure = 'to.address_line1 is longer than 64 characters';
      await db.update(printerLetters).set({ state: 'refused', failure }).where(eq(printerLetters.runId, runId));
    });
    await expect(page.getByText('The printer lacks 3 letters')).toBeVisible();
    await expect(page.getByText('to.address_line1 is longer', { exact: false }).first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Order Again: batch 1' }).click();
    await expectNotice(page, '3 letters ordered again.');
    await page.getByRole('button', { name: 'Call Back: batch 1' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Call Back' }).click();
    await expect(page.getByText('3 being called back', { exact: false })).toBeVisible();
    await page.context().close();
  });
});
