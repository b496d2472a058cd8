import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { rowOf } from '../../../../test/builders/months.ts';
import { terminalOf } from '../../../../test/clients/terminal.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { LOG_KINDS } from '../../../contract/operator/log-kinds.ts';
import { addDays, newYorkDate } from '../../../domain/calendar-date.ts';
import { OPERATOR_API } from '../../../contract/operator/api.ts';
import { emailOutbox } from '../../platform/schema.ts';
import { sentenceOf } from './sentences.ts';

const { addTag, getSubscriber, holdForCustomer, listLog, signOut } = OPERATOR_API;

const shop = await startShop();
const owner = await hireOperator(shop);
const support = await hireOperator(shop, 'support');
const today = newYorkDate(shop.clock.now());

test.each(Object.keys(LOG_KINDS))('the entry %s is a sentence, whatever its details lack', (action) => {
  const entry = { action, subject: 'day:2026-12-24', detail: { reason: 'no_such_number' } };
  expect(sentenceOf(entry)).toMatch(/^[A-Z][^_]+[.)]$|: unknown$/);
  expect(sentenceOf(entry)).not.toMatch(/undefined|null|NaN|\[object/);
  expect(sentenceOf({ ...entry, detail: { note: 'On the phone.' } })).toMatch(/ Note: On the phone\.$/);
});

test('a kind of an older release reads as its name', () => {
  expect(sentenceOf({ action: 'lamp_lit', subject: null, detail: {} })).toBe('lamp lit.');
});

test('an email that was sent again is named plainly, with its recipient until the email is forgotten', async () => {
  const { db } = shop.ctx;
  const id = randomUUID();
  const email = { kind: 'letter-mailed', recipient: 'ada@example.com', data: {}, createdAt: shop.clock.now() };
  await db.insert(emailOutbox).values({ ...email, id, dedupeKey: id, status: 'sent' });
  await owner.call(OPERATOR_API.resendEmail, { params: { id } });
  const said = async () => {
    const { items } = await owner.call(listLog, { query: { kind: 'email_resent' } });
    return items.map(({ sentence, about }) => [sentence, about]);
  };
  expect(await said()).toEqual([['Sent “Letter mailed” to ada@example.com again.', 'ada@example.com']]);
  await db.update(emailOutbox).set({ recipient: '' }).where(eq(emailOutbox.id, id));
  expect(await said()).toEqual([['Sent “Letter mailed” again.', null]]);
});

test('the filter of an export reads as words', () => {
  const detail = { list: 'subscriptions', rows: 2, filter: 'status=past_due&country=CA&q=…&sort=joined&order=desc' };
  expect(sentenceOf({ action: 'list_exported', subject: null, detail })).toBe(
    'Exported 2 rows of subscriptions, filtered: status past due, country CA, words …, sorted by joined, descending.',
  );
  expect(sentenceOf({ action: 'list_exported', subject: null, detail: { ...detail, filter: 'tag=a=b&c' } })).toBe(
    'Exported 2 rows of subscriptions, filtered: tag a=b&c.',
  );
});

test('the log is filtered by person, kind, customer and day', async () => {
  const reader = await shop.signUp();
  const { id: subscription } = await rowOf(shop, (await reader.buy()).subscriptionId);
  const params = { id: reader.userId };
  const resumeOn = addDays(newYorkDate(shop.clock.now()), 90);
  await owner.call(addTag, { params, body: { tag: 'kind' } });
  await support.call(signOut, { params, body: { note: 'Lost phone.' } });
  await support.call(holdForCustomer, {
    params: { id: subscription },
    body: { fromLetter: 3, resumeOn, note: 'Away.' },
  });
  const sentences = async (query: Readonly<Record<string, string>>) =>
    (await owner.call(listLog, { query })).items.map(({ sentence }) => sentence);

  const customer = reader.email.toUpperCase();
  const ofCustomer = await sentences({ customer });
  expect(ofCustomer).toEqual([
    `Held letters from letter 3 on, until ${resumeOn}. Note: Away.`,
    expect.stringMatching(/^Signed the account out everywhere; \d sessions? ended\. Note: Lost phone\.$/),
    'Added the tag “kind”.',
  ]);
  expect(await sentences({ customer: reader.userId })).toEqual(ofCustomer);
  expect(await sentences({ customer, person: support.email })).toHaveLength(2);
  expect(await sentences({ customer, kind: 'tag_added' })).toEqual(['Added the tag “kind”.']);
  expect(await sentences({ customer, from: today, to: today })).toHaveLength(3);
  expect(await sentences({ customer, from: '2031-01-01' })).toEqual([]);
  const { items } = await owner.call(listLog, { query: { customer } });
  expect(items.map(({ about }) => about)).toEqual([reader.email, reader.email, reader.email]);
  for (const query of [{ customer: 'nobody@example.com' }, { kind: 'lamp_lit' }, { from: '2026-02-31' }])
    await expect(owner.call(listLog, { query })).rejects.toMatchObject({ status: 400 });
});

test('a customer’s page that was opened is in the log, once an hour for each person', async () => {
  const reader = await shop.signUp();
  const params = { id: reader.userId };
  for (let visits = 0; visits < 2; visits++) await support.call(getSubscriber, { params });
  await terminalOf(shop)('get-subscriber', '--id', reader.email);
  shop.clock.advance(3601);
  const again = await hireOperator(shop, 'support');
  await again.call(getSubscriber, { params });
  const { items } = await again.call(listLog, { query: { customer: reader.email, kind: 'customer_viewed' } });
  expect(items.map(({ operator, sentence }) => [operator, sentence])).toEqual([
    [again.email, 'Opened the customer’s page.'],
    ['Odile, at a terminal', 'Opened the customer’s page.'],
    [support.email, 'Opened the customer’s page.'],
  ]);
});
