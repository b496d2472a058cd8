import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { and, eq, isNotNull } from 'drizzle-orm';
import { fromBufferPromise } from 'yauzl';
import { mailingPieces } from '../src/server/fulfilment/schema.ts';
import { HARBOR_ADDRESS } from '../test/builders/addresses.ts';
import { type Database, openDatabase } from '../src/server/platform/db/database.ts';
import { lastPostInstant } from '../test/builders/post-days.ts';
import { addSubscriber, type Subscriber } from '../test/builders/subscribers.ts';
import { CHROMIUM_ARGS, findChromium } from '../launch/chromium.mjs';
import { addressChecks } from '../src/server/customers/checks-schema.ts';
import { newYorkDate } from '../src/domain/calendar-date.ts';
import { letterCodeAddress } from '../src/domain/letter-code.ts';
import { barsOnPages, lettersOfBars } from '../test/models/printed-bars.ts';
import { decodePostalBarcode } from '../test/models/postal-barcode-decoder.ts';
import { expectAccessible } from './accessibility.ts';
import { cameraArgs, filmedCode } from './fake-camera.ts';
import { becomeOperator, datePrintBack, download, freeze, openRun, textOf } from './console.ts';
import { openCarrierBeside, SCANS_LOGIN } from './carrier-beside.ts';
import { type ServerBeside, settingsOfOwnDatabase } from './shops.ts';
import { whoIs } from './users.ts';
import { expectNotice } from './subscriber.ts';

const THAT_DAY = '2024-06-11';
const MAILER_ID = '123456';
const OTTOLINE = { ...HARBOR_ADDRESS, addressLine1: '40 Gannet Row' };

let db: Database;
let settings: Awaited<ReturnType<typeof settingsOfOwnDatabase>>;
let beside: ServerBeside;
let subscriber: Subscriber;
let stop: () => Promise<unknown>;

test.beforeAll(async () => {
  settings = await settingsOfOwnDatabase();
  db = openDatabase(settings.DATABASE_URL, { maxConnections: 2 });
  ({ beside, close: stop } = await openCarrierBeside({ ...settings, LETTER_CODES: '1', USPS_MAILER_ID: MAILER_ID }));
  const season = { serviceStart: '2024-06-03', status: 'cancelled' } as const;
  subscriber = await addSubscriber(db, {
    ...season,
    address: { ...OTTOLINE, fullName: 'Ottoline Marsh' },
  });
  const abroad = { fullName: 'Tan Wei', country: 'SG', postalCode: '018956', city: 'Singapore', stateProvince: '' };
  await addSubscriber(db, { ...season, address: abroad });
});
test.afterAll(async () => {
  await stop();
  await db.$client.end();
});

async function enterRates(page: Page, rates: Readonly<Record<string, string>>): Promise<void> {
  await page.getByRole('button', { name: 'Enter Rates' }).click();
  const dialog = page.getByRole('dialog');
  for (const [label, value] of Object.entries(rates)) await dialog.getByLabel(label).fill(value);
  await dialog.getByRole('button', { name: 'Save Them' }).click();
}

test('a mailing day with all of it: a checked address, rates, codes, barcodes, a printer’s price, scans and a return by camera', async ({
  browser,
}) => {
  test.slow();
  const context = await browser.newContext({ baseURL: beside.url });
  const page = await context.newPage();
  await becomeOperator(page, settings.DATABASE_URL);
  const run = await openRun(db, THAT_DAY);

  await test.step('ask the post about an address', async () => {
    const headers = { authorization: `Bearer ${(await whoIs(page)).accessToken}` };
    const isKnown = async () => {
      await page.request.post('/api/addresses/check', { headers, data: OTTOLINE });
      return await db.$count(addressChecks, isNotNull(addressChecks.routing));
    };
    await expect.poll(isKnown).toBeGreaterThan(0);
  });

  await test.step('enter what the post asks', async () => {
    await page.goto('/operator/postage');
    const from = { 'Holds from': '2024-06-01' };
    await enterRates(page, { ...from, Zone: 'Lunar Office', Countries: 'XX', '1 ounce, in dollars': 'a lot' });
    await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click();
    await enterRates(page, { ...from, '1 ounce, in dollars': '0.82', '2 ounces': '1.11' });
    await expectNotice(page, 'United States: these rates hold from June 1, 2024.');
    await enterRates(page, { ...from, Zone: 'Singapore', Countries: 'SG', '1 ounce, in dollars': '1.75' });
    await expectNotice(page, 'Singapore: these rates hold from June 1, 2024.');
  });

  await test.step('freeze, and read which stamps to buy', async () => {
    await page.goto(`/operator/run?run=${run}`);
    await freeze(page);
    const stamps = page.getByRole('region', { name: /^To buy, by the rates of/ });
    await expect(stamps).toContainText('United States, 1 oz1$0.82$0.82');
    await expect(stamps).toContainText('All2$2.57');
  });

  let imb = '';
  await test.step('print: the packing sheet says the same, and envelopes have barcodes', async () => {
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await expectNotice(page, 'Printed what was frozen.');
    expect(await textOf(await download(page, 'packing-sheet.pdf'))).toContain('$2.57');
    const envelopes = await readFile(await (await download(page, 'letter-01-envelopes.pdf')).path(), 'latin1');
    const [home, abroad] = barsOnPages(envelopes).map(lettersOfBars);
    expect(abroad).toBeNull();
    imb = decodePostalBarcode(home ?? '');
    // Includes the delivery point from the address check.
    expect(imb).toMatch(new RegExp(`^00310${MAILER_ID}\\d{9}04614\\d{6}$`));
    await expect(page.getByText('Or somebody else prints and mails it: 2 letters, $', { exact: false })).toBeVisible();
  });

  let code = '';
  await test.step('take it all for a print house', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'For a Print House: batch 1' }).click(),
    ]);
    const zip = await fromBufferPromise(await readFile(await file.path()), { lazyEntries: true });
    const names: string[] = [];
    for await (const entry of zip.eachEntry()) names.push(entry.fileName);
    expect(names).toContain('pdf/letter-01-pages.pdf');
    expect(names.at(-1)).toBe('SHA256SUMS');
    const pages = await textOf(await download(page, 'letter-01-pages.pdf'));
    [code = ''] = /([0-9A-Z]{4}-){3}[0-9A-Z]{4}/.exec(pages) ?? [];
    expect(code).not.toBe('');
  });

  await test.step('hand over', async () => {
    await expect(page.getByText('its proof is being made')).toHaveCount(0);
    const day = page.getByLabel('The post took it on');
    await page.route('**/api/**', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), date: 'Sat, 16 Jan 2027 03:00:00 GMT' } });
    });
    await datePrintBack(db, run);
    await page.reload();
    await page.getByRole('button', { name: 'Hand Over' }).click();
    const postDay = newYorkDate(lastPostInstant());
    await expect(day).toHaveValue(postDay);
    await expect(day).toHaveAttribute('max', '2027-01-15');
    await page.unrouteAll({ behavior: 'wait' });
    await day.fill('2024-06-10');
    await page.getByRole('button', { name: 'The Post Has It' }).click();
    await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
      'no day on which the post can have taken it',
    );
    await day.fill(postDay);
    await page.getByRole('button', { name: 'The Post Has It' }).click();
    await expectNotice(page, '2 letters handed over.');
    await expect(page.getByRole('region', { name: 'Used by what has left' })).toContainText('$2.57');
  });

  await test.step('hear where the post has seen it, and what it sends back', async () => {
    const headers = { authorization: `Basic ${Buffer.from(SCANS_LOGIN).toString('base64')}` };
    const scan = { imb, scanEventCode: '918', scanFacilityCity: 'PORTLAND', scanFacilityState: 'ME' };
    const day = newYorkDate(new Date());
    const events = [{ ...scan, scanDatetime: `${day}T08:00:00`, mailPhase: 'Phase 4 - Return to sender' }];
    expect((await page.request.post('/webhooks/usps', { headers, data: { msgGrpId: 'one', events } })).ok()).toBe(true);
    await page.goto('/operator/trouble?kind=coming_back');
    await expect(page.getByRole('listitem').filter({ hasText: 'Ottoline Marsh' })).toContainText('Portland, Maine');
  });

  await test.step('scan what came back, by the code inside', async () => {
    await page.goto('/operator/trouble');
    await page.getByRole('link', { name: 'Scan What Came Back' }).click();
    await expect(page.getByRole('link', { name: 'Letter problems' })).toHaveAttribute('aria-current', 'page');
    await expectAccessible(page);
    await page.getByLabel('Code').fill('F20240611-01-000009');
    await page.keyboard.press('Enter');
    await expect(page.getByText('We couldn’t find that')).toBeVisible();
    const address = letterCodeAddress(beside.url, code.replaceAll('-', ''));
    const args = [...CHROMIUM_ARGS, ...cameraArgs(await filmedCode(address))];
    const filming = await browser.browserType().launch({ args, executablePath: (await findChromium()) ?? '' });
    const camera = await filming.newPage({ baseURL: beside.url, storageState: await context.storageState() });
    await camera.goto('/operator/returns');
    await camera.getByRole('button', { name: 'Use the Camera' }).click();
    await expect(camera.getByText('Ottoline Marsh')).toBeVisible();
    await expect(camera.getByLabel('Code')).toHaveValue(address);
    await expect(camera.getByLabel('What the camera sees')).toHaveCount(0);
    await filming.close();
    await page.getByLabel('Code').fill(code);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Ottoline Marsh')).toBeVisible();
    await page.getByLabel('What the envelope says').selectOption('There is no such house number');
    await page.getByRole('button', { name: 'It Came Back' }).click();
    await expectNotice(page, 'Letter 1 to Ottoline Marsh came back.');
    await expect(page.getByLabel('Code')).toHaveValue('');
    await page.goto('/operator/trouble?kind=returned');
    await expect(page.getByRole('link', { name: 'Ottoline Marsh' })).toBeVisible();
    await page.goto(`/operator/subscriber?subscription=${subscriber.subscriptionId}`);
    await expect(page.getByText('Letter 1: returned', { exact: true })).toBeVisible();
  });

  await test.step('it came after all, says its code', async () => {
    await page.goto(`/l/${code.replaceAll('-', '')}`);
    await page.getByRole('button', { name: 'It arrived' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
    const isConfirmed = and(
      eq(mailingPieces.subscriptionId, subscriber.subscriptionId),
      isNotNull(mailingPieces.confirmedAt),
    );
    await expect.poll(() => db.$count(mailingPieces, isConfirmed)).toBe(1);
  });
  await context.close();
});
