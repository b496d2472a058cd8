import { randomBytes, randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { writeLetterCode } from '../src/domain/letter-code.ts';
import { pieceCodes } from '../src/server/fulfilment/codes-schema.ts';
import { mailingPieces } from '../src/server/fulfilment/schema.ts';
import { type Database, openDatabase } from '../src/server/platform/db/database.ts';
import { addSubscriber } from '../test/builders/subscribers.ts';
import { expectAccessible } from './accessibility.ts';

let db: Database;
test.beforeAll(() => {
  db = openDatabase(process.env['DATABASE_URL'] ?? '', { maxConnections: 2 });
});
test.afterAll(async () => {
  await db.$client.end();
});

/** A letter in the post to a subscriber whose name no page may show. */
async function handedOver() {
  const address = { fullName: `Secret ${randomUUID()}` };
  const { subscriptionId } = await addSubscriber(db, {
    serviceStart: '2024-05-01',
    status: 'cancelled',
    mailedOn: ['2024-05-06'],
    address,
  });
  const isOf = eq(mailingPieces.subscriptionId, subscriptionId);
  const [piece] = await db.select().from(mailingPieces).where(isOf);
  if (piece === undefined) throw new Error('There is no letter.');
  const code = randomBytes(10);
  await db.insert(pieceCodes).values({ pieceId: piece.id, code });
  return { id: piece.id, name: address.fullName, code: writeLetterCode(BigInt(`0x${code.toString('hex')}`)) };
}

async function open(page: Page, code: string): Promise<string> {
  const response = await page.goto(`/l/${code}`);
  expect(response?.status()).toBe(200);
  expect((await response?.allHeaders())?.['referrer-policy']).toBe('no-referrer');
  return (await response?.text()) ?? '';
}

test('a reader says that a letter came, without signing in and without being told whose it is', async ({ page }) => {
  const letter = await handedOver();
  const html = await open(page, letter.code);
  expect(html).not.toContain(letter.name);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'It arrived' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  await expect(page).toHaveURL(/\/l\/came$/);
  await expectAccessible(page);
  const confirmed = async () => {
    const [piece] = await db.select().from(mailingPieces).where(eq(mailingPieces.id, letter.id));
    return piece?.confirmedAt ?? null;
  };
  await expect.poll(confirmed).not.toBeNull();
});

test('a finder says so, and reads what to do with a letter of another @pages', async ({ page }) => {
  const letter = await handedOver();
  await open(page, letter.code);
  await page.getByRole('button', { name: 'I found it' }).click();
  await expect(page.getByText('drop it into any mailbox')).toBeVisible();
  await expectAccessible(page);
  const found = async () => {
    const [row] = await db.select().from(pieceCodes).where(eq(pieceCodes.pieceId, letter.id));
    return row?.foundAt ?? null;
  };
  await expect.poll(found).not.toBeNull();
});

test('a code that was never printed shows the same page, and is thanked in the same words @pages', async ({ page }) => {
  const { code } = await handedOver();
  const ours = await open(page, code);
  expect(await open(page, 'ZZZZZZZZZZZZZZZZ')).toBe(ours);
  expect(ours).toContain('<meta name="robots" content="noindex"/>');
  await page.getByRole('button', { name: 'It arrived' }).click();
  await expect(page.getByText('If the code is from one of our letters')).toBeVisible();
});
