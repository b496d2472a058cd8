import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { LINK, SAMPLES } from '../../../../test/builders/email-samples.ts';
import { hireOperator } from '../../../../test/builders/operators.ts';
import { acceptEmails, receivedEmails, refuseEmails } from '../../../../test/clients/mailbox.ts';
import type { Shopper } from '../../../../test/clients/shopper.ts';
import { terminalOf } from '../../../../test/clients/terminal.ts';
import { startShop } from '../../../../test/server/shop.ts';
import { OPERATOR_API as CONSOLE } from '../../../contract/operator/api.ts';
import type { EmailKind } from '../../../emails/catalogue.ts';
import { emailOutbox, operatorLog } from '../schema.ts';
import { openContents } from './contents.ts';
import { queueEmail, type OutgoingEmail } from './queue.ts';
import { deleteOldEmails, sweepUnsentEmails } from './sweep.ts';

const shop = await startShop({ workers: true });
const { ctx } = shop;
const QUOTA = '550 5.4.5 Daily sending quota exceeded';
let clerk: Shopper;

beforeAll(async () => {
  clerk = await hireOperator(shop);
});
afterEach(async () => {
  await acceptEmails(shop.mailbox.url);
  await ctx.db.delete(emailOutbox);
});

const refuse = (...refusal: readonly [stage: 'sender' | 'recipient' | 'message', answer: string]) =>
  refuseEmails(shop.mailbox.url, ...refusal);

const received = (to: string) => receivedEmails(shop.mailbox.url, to);

const newAddress = () => `odile@${randomUUID()}.example`;

async function queue(kind: EmailKind): Promise<string> {
  const to = newAddress();
  const email = { kind, to, userId: randomUUID(), data: SAMPLES[kind], dedupeKey: `test:${to}` } as OutgoingEmail;
  await queueEmail(ctx, ctx.db, email);
  return to;
}

async function rowFor(recipient: string) {
  const [row] = await ctx.db.select().from(emailOutbox).where(eq(emailOutbox.recipient, recipient));
  return row;
}

/** Resolves after that many attempts. */
async function awaitAttempts(to: string, attempts: number): Promise<void> {
  await expect.poll(() => rowFor(to), { timeout: 20_000 }).toMatchObject({ attempts });
}

async function awaitStatus(to: string, status: string): Promise<void> {
  await expect.poll(() => rowFor(to), { timeout: 20_000 }).toMatchObject({ status });
}

async function pass(seconds: number): Promise<void> {
  shop.clock.advance(seconds);
  await sweepUnsentEmails(ctx);
}

describe('An email that the mail server refuses because of us', () => {
  test.each([
    ['sender', QUOTA],
    ['sender', '553 Sender address rejected'],
    ['recipient', '550 5.1.7 Bad sender'],
    ['recipient', '554 Transaction failed'],
    ['message', '554 Message rejected: Email address is not verified'],
  ] as const)('at the %s with "%s" waits, and arrives once it is no longer refused', async (stage, answer) => {
    await refuse(stage, answer);
    const to = await queue('welcome');
    await awaitAttempts(to, 1);
    expect(await rowFor(to)).toMatchObject({ status: 'queued', failure: answer, sendingSince: null });
    await pass(59);
    await acceptEmails(shop.mailbox.url);
    expect(await rowFor(to)).toMatchObject({ attempts: 1 });
    await pass(1);
    await awaitStatus(to, 'sent');
    expect(await received(to)).toHaveLength(1);
    expect(await rowFor(to)).toMatchObject({ failure: null, refusal: null, refusedSince: null, tryAfter: null });
  });
});

describe('An email to an address that does not exist', () => {
  test.each(['550 5.1.1 No such user', '550 5.2.1 Mailbox disabled', '556 5.1.10 Accepts no email'])(
    'fails at the first try: %s',
    async (answer) => {
      await refuse('recipient', answer);
      const to = await queue('welcome');
      await awaitStatus(to, 'failed');
      expect(await rowFor(to)).toMatchObject({ attempts: 0, failure: answer, refusal: 'recipient' });
      expect(await clerk.call(CONSOLE.getEmailAlarm)).toEqual({ alarm: null, retryable: 0 });
    },
  );

  test('that only has no room just now waits, and raises no alarm', async () => {
    await refuse('recipient', '552 5.2.2 Mailbox full');
    const to = await queue('welcome');
    await awaitAttempts(to, 1);
    expect(await rowFor(to)).toMatchObject({ status: 'queued', refusal: 'recipient' });
    expect(await clerk.call(CONSOLE.getEmailAlarm)).toEqual({ alarm: null, retryable: 1 });
  });
});

describe('Operators', () => {
  test('see one alarm for all emails that wait because of us, since when and how many', async () => {
    await refuse('sender', '553 Sender address rejected');
    const waiting = [await queue('welcome'), await queue('renewal-receipt')];
    for (const to of waiting) await awaitAttempts(to, 1);
    shop.clock.advance(30);
    await refuse('sender', QUOTA);
    const third = await queue('welcome');
    await awaitAttempts(third, 1);
    const rows = await ctx.db.select().from(emailOutbox);
    const [since] = rows.flatMap((row) => row.refusedSince?.toISOString() ?? []).toSorted((a, b) => a.localeCompare(b));
    const alarm = { refusal: 'sender', since, waiting: 3 };
    expect(await clerk.call(CONSOLE.getEmailAlarm)).toEqual({ alarm, retryable: 3 });
    expect(await clerk.call(CONSOLE.getToday)).toMatchObject({ emailAlarm: alarm, waiting: { emailsFailed: 0 } });
    expect(await terminalOf(shop)('get-email-alarm')).toContain('waiting: 3');
  });

  test('try all again with one call: those that wait and those that were given up', async () => {
    await refuse('sender', QUOTA);
    const waiting = await queue('welcome');
    const given = await queue('renewal-receipt');
    for (const to of [waiting, given]) await awaitAttempts(to, 1);
    const asAfterThreeDays = { status: 'failed', tryAfter: null } as const;
    await ctx.db.update(emailOutbox).set(asAfterThreeDays).where(eq(emailOutbox.recipient, given));
    await acceptEmails(shop.mailbox.url);
    await refuse('recipient', '550 5.1.1 No such user');
    const gone = await queue('welcome');
    await awaitStatus(gone, 'failed');
    await acceptEmails(shop.mailbox.url);
    expect(await clerk.call(CONSOLE.retryAllEmails)).toEqual({ retried: 2 });
    for (const to of [waiting, given]) {
      await awaitStatus(to, 'sent');
      expect(await received(to)).toHaveLength(1);
    }
    expect(await rowFor(gone)).toMatchObject({ status: 'failed' });
    expect(await clerk.call(CONSOLE.getEmailAlarm)).toEqual({ alarm: null, retryable: 0 });
    expect(await ctx.db.select().from(operatorLog).where(eq(operatorLog.action, 'mails_retried'))).toMatchObject([
      { operatorId: clerk.userId, detail: { retried: 2 } },
    ]);
    expect(await terminalOf(shop)('retry-all-emails')).toContain('retried: 0');
  });

  test('can send an email with a link after three days of refusals, as long as the link works', async () => {
    await refuse('sender', QUOTA);
    const to = await queue('confirm-signup');
    await awaitAttempts(to, 1);
    const longAgo = new Date(shop.clock.now().getTime() - 72 * 3_600_000);
    await ctx.db.update(emailOutbox).set({ refusedSince: longAgo }).where(eq(emailOutbox.recipient, to));
    await pass(60);
    await awaitStatus(to, 'failed');
    await acceptEmails(shop.mailbox.url);
    await deleteOldEmails(ctx);
    const { items } = await clerk.call(CONSOLE.listEmails, { query: { status: 'failed' } });
    expect(items).toMatchObject([{ recipient: to, retryable: true }]);
    await clerk.call(CONSOLE.retryEmail, { params: { id: items[0]?.id ?? '' } });
    await awaitStatus(to, 'sent');
    expect((await received(to))[0]?.links).toContain(LINK);
  });
});

// These move the clock by hours and days, which ends the operator's session.
describe('An email that is refused for a long time', () => {
  test('keeps the link that it carries, sealed, until the link expires', async () => {
    await refuse('sender', QUOTA);
    const [reset, confirmation] = [await queue('recovery'), await queue('confirm-signup')];
    for (const to of [reset, confirmation]) await awaitAttempts(to, 1);
    expect(Object.keys((await rowFor(reset))?.data ?? {})).toEqual(['sealed']);
    await pass(3_601);
    await awaitStatus(reset, 'failed');
    expect(await rowFor(reset)).toMatchObject({ data: {}, failure: QUOTA });
    await awaitAttempts(confirmation, 2);
    expect(openContents(ctx.keys, (await rowFor(confirmation))?.data ?? {})).toMatchObject({
      confirmUrl: LINK,
    });
  });

  test('is tried fewer than thirty times in three days, and then fails for good', async () => {
    await refuse('recipient', '554 Transaction failed');
    const to = await queue('renewal-receipt');
    await awaitAttempts(to, 1);
    const since = shop.clock.now().getTime();
    for (let attempts = 2; ; attempts += 1) {
      const { tryAfter } = (await rowFor(to)) ?? {};
      await pass(((tryAfter?.getTime() ?? 0) - shop.clock.now().getTime()) / 1_000);
      await expect
        .poll(async () => (await rowFor(to))?.attempts === attempts || (await rowFor(to))?.status === 'failed')
        .toBe(true);
      if ((await rowFor(to))?.status === 'failed') break;
      expect(attempts).toBeLessThan(30);
    }
    expect(shop.clock.now().getTime() - since).toBeGreaterThanOrEqual(72 * 3_600_000);
    expect(await rowFor(to)).toMatchObject({ failure: '554 Transaction failed', refusal: 'message' });
  });

  test('loses the link that it carries once the link has expired', async () => {
    await refuse('sender', QUOTA);
    const to = await queue('confirm-signup');
    await awaitAttempts(to, 1);
    await ctx.db.update(emailOutbox).set({ status: 'failed' }).where(eq(emailOutbox.recipient, to));
    shop.clock.advance(24 * 3_600 + 1);
    await deleteOldEmails(ctx);
    expect(await rowFor(to)).toMatchObject({ data: {} });
    expect(await terminalOf(shop)('retry-all-emails')).toContain('retried: 0');
  });
});
