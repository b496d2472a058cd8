import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { pino } from 'pino';
import { startMailbox } from '../../../../fakes/mailbox/mailbox.ts';
import type { Message } from '../../../../fakes/mailbox/message.ts';
import { addUser } from '../../../../test/builders/subscribers.ts';
import { receivedEmails } from '../../../../test/clients/mailbox.ts';
import { testDatabase } from '../../../../test/server/database.ts';
import { openSurroundings } from '../../../../test/server/surroundings.ts';
import { openContext } from '../../context.ts';
import { startWorkers } from '../../workers.ts';
import { readConfig } from '../config/config.ts';
import { emailOutbox } from '../schema.ts';
import { openContents } from './contents.ts';
import { deliveryError } from './mailer.ts';
import { queueEmail, type OutgoingEmail } from './queue.ts';
import { deleteOldEmails, sweepUnsentEmails } from './sweep.ts';

const BEGINNING = new Date('2026-11-21T16:04:00Z');

const database = await testDatabase();
const around = await openSurroundings(database.url, { SITE_URL: 'http://localhost:3000' });
let { mailbox } = around;
let now = BEGINNING;
/** Everything the server has logged, as lines of JSON. */
const log: string[] = [];
const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) });
const ctx = await openContext(readConfig(around.settings), { clock: { now: () => now }, log: logger });
await ctx.jobs.start();
const workers = await startWorkers(ctx);

afterAll(async () => {
  await workers.stop();
  await ctx.db.$client.end();
  if (mailbox !== around.mailbox) await mailbox.close();
  await around.close();
  await database.drop();
});
beforeEach(() => {
  now = BEGINNING;
});

/** What has arrived for an address so far, newest first. */
const emailFor = (address: string) => receivedEmails(around.mailbox.url, address);

/** Resolves once `count` emails have arrived for an address. */
async function awaitEmail(address: string, count: number): Promise<Message[]> {
  const check = async () => {
    const emails = await emailFor(address);
    expect(emails.length).toBeGreaterThanOrEqual(count);
    return emails;
  };
  return await vi.waitFor(check, { timeout: 30_000, interval: 50 });
}

const SECRET_LINK = 'https://deadletter.example/auth/v1/verify?token=c2VjcmV0&type=recovery';

/** By default with an unknown user id, so that no preferences apply. */
function welcomeTo(to: string, userId: string = randomUUID()): OutgoingEmail {
  return { kind: 'welcome', to, userId, data: { name: 'Łucja' }, dedupeKey: `welcome:${to}` };
}

function recoveryFor(to: string): OutgoingEmail {
  const data = { resetUrl: SECRET_LINK, validMinutes: 60 };
  return { kind: 'recovery', to, userId: null, data, dedupeKey: `recovery:${randomUUID()}` };
}

function newAddress(name = 'odile'): string {
  return `${name}@${randomUUID()}.example`;
}

async function rowFor(recipient: string) {
  const [row] = await ctx.db.select().from(emailOutbox).where(eq(emailOutbox.recipient, recipient));
  return row;
}

function awaitStatus(recipient: string, status: string) {
  return expect.poll(() => rowFor(recipient)).toMatchObject({ status });
}

/** The state after a killed process: the email was sent, but its job is unfinished. */
async function leaveUnmarked(to: string, secondsAgo: number): Promise<string> {
  await queueEmail(ctx, ctx.db, welcomeTo(to));
  await awaitStatus(to, 'sent');
  const id = (await rowFor(to))?.id ?? '';
  const sendingSince = sql`now() - make_interval(secs => ${secondsAgo})`;
  await ctx.db.update(emailOutbox).set({ status: 'queued', sentAt: null, sendingSince }).where(eq(emailOutbox.id, id));
  await ctx.jobs.enqueue(ctx.db, 'send-email', { emailId: id });
  return id;
}

describe('An email that is queued', () => {
  test('leaves when the transaction commits, with a plain-text twin', async () => {
    const to = newAddress();
    await ctx.db.transaction((tx) => queueEmail(ctx, tx, welcomeTo(to)));
    const [email] = await awaitEmail(to, 1);
    expect(email).toMatchObject({ subject: 'Welcome to The Dead Letter Club', to: [to] });
    expect(email?.links).toContain('http://localhost:3000/account');
    expect(email?.text).toContain('Dear Łucja,');
    await awaitStatus(to, 'sent');
    expect((await rowFor(to))?.sentAt).toEqual(now);
  });

  test('is not sent when the transaction is rolled back', async () => {
    const [never, after] = [newAddress(), newAddress()];
    const changedTheirMind = ctx.db.transaction(async (tx) => {
      await queueEmail(ctx, tx, welcomeTo(never));
      throw new Error('changed my mind');
    });
    await expect(changedTheirMind).rejects.toThrow('changed my mind');
    await queueEmail(ctx, ctx.db, welcomeTo(after));
    await awaitEmail(after, 1);
    expect(await emailFor(never)).toEqual([]);
  });

  test('is sent once per occasion, however many ask and how often', async () => {
    const to = newAddress();
    await Promise.all(Array.from({ length: 20 }, () => ctx.db.transaction((tx) => queueEmail(ctx, tx, welcomeTo(to)))));
    await awaitStatus(to, 'sent');
    await queueEmail(ctx, ctx.db, welcomeTo(to));
    const after = newAddress();
    await queueEmail(ctx, ctx.db, welcomeTo(after));
    await awaitEmail(after, 1);
    expect(await emailFor(to)).toHaveLength(1);
  });

  test('is dropped when its subscriber wants no email of the club, unless it is about money or safety', async () => {
    const { userId, email } = await addUser(ctx.db, now, { emailNotifications: false });
    await queueEmail(ctx, ctx.db, welcomeTo(email, userId));
    const endedAt = '2026-11-21T16:04:00Z';
    const dedupeKey = `session-ended:${userId}`;
    await queueEmail(ctx, ctx.db, {
      kind: 'session-ended',
      to: email,
      userId,
      data: { endedAt },
      dedupeKey,
    });
    await awaitEmail(email, 1);
    const message = await emailFor(email);
    expect(message.map(({ subject }) => subject)).toEqual(['We signed you out in two browsers']);
  });

  test('reaches a subscriber who wants the club’s emails', async () => {
    const { userId, email } = await addUser(ctx.db, now, { emailNotifications: true });
    await queueEmail(ctx, ctx.db, welcomeTo(email, userId));
    expect(await awaitEmail(email, 1)).toHaveLength(1);
  });
});

describe('Sending', () => {
  test('waits for an email server that is away, and then sends one email', async () => {
    const to = newAddress();
    await mailbox.close();
    await queueEmail(ctx, ctx.db, welcomeTo(to));
    await expect.poll(() => log.join()).toContain('did not take it');
    await expect.poll(async () => (await rowFor(to))?.failure).toContain('ECONNREFUSED');
    const ports = { smtpPort: Number(new URL(mailbox.smtpUrl).port), httpPort: Number(new URL(mailbox.url).port) };
    mailbox = await startMailbox(ports);
    now = new Date(now.getTime() + 60_000);
    await sweepUnsentEmails(ctx);
    await awaitEmail(to, 1);
    await awaitStatus(to, 'sent');
    expect((await rowFor(to))?.failure).toBeNull();
    expect(await emailFor(to)).toHaveLength(1);
  });

  test('sends an email once although the database is lost between sending and marking', async () => {
    const to = newAddress();
    const lock = await ctx.db.$client.connect();
    await lock.query(`begin; select pg_advisory_xact_lock(29)`);
    await ctx.db.execute(sql`
      create function wait_to_mark() returns trigger language plpgsql as
        'begin perform pg_advisory_xact_lock(29); return new; end'`);
    await ctx.db.execute(sql`
      create trigger marking before update on email_outbox for each row when (new.status = 'sent') execute function wait_to_mark()`);
    await queueEmail(ctx, ctx.db, welcomeTo(to));
    await awaitEmail(to, 1);
    const terminateWaiting = () =>
      lock.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
    await expect.poll(async () => (await terminateWaiting()).rowCount).toBe(1);
    await lock.query('commit');
    lock.release();
    await awaitStatus(to, 'sent');
    await ctx.db.execute(sql`drop function wait_to_mark cascade`);
    expect(await emailFor(to)).toHaveLength(1);
  });

  test('repeats an email under the same Message-ID when the process is lost between sending and marking', async () => {
    const to = newAddress();
    const id = await leaveUnmarked(to, 46);
    const [second, first] = await awaitEmail(to, 2);
    expect(second?.messageId).toBe(first?.messageId);
    expect(first?.messageId).toBe(`<${id}@deadletter.example>`);
    await expect.poll(() => log.join('')).toContain('an email may have been sent twice');
  });

  test('leaves an email alone while the process that began to send it may yet mark it', async () => {
    const to = newAddress();
    const id = await leaveUnmarked(to, 0);
    await expect.poll(() => log.join('')).toContain('Another worker has sent this email, or may have');
    expect(await emailFor(to)).toHaveLength(1);
    await ctx.db.update(emailOutbox).set({ status: 'sent' }).where(eq(emailOutbox.id, id));
  });

  test('gives up on an address that the email server knows to be no one’s', async () => {
    const to = newAddress('bounce');
    await queueEmail(ctx, ctx.db, welcomeTo(to));
    await awaitStatus(to, 'failed');
    expect(await rowFor(to)).toMatchObject({ sentAt: null, failure: '550 5.1.1 No such person at this address' });
  });

  test('keeps what an email server said, without what names someone or opens an account', () => {
    const said = `550 5.1.1 <odile@deadletter.example>: see
      https://mail.example/why?u=odile and quote 0aF3kQ9xZ7LmN2pR5tV8wY1bD4gH6jK`;
    const { answer } = deliveryError({ code: 'EENVELOPE', command: 'RCPT TO', responseCode: 550, response: said });
    expect(answer).toBe('550 5.1.1 <…>: see … and quote …');
    const long = deliveryError({ code: 'ESOCKET', message: 'too long '.repeat(100) });
    expect(long.answer.length).toBeLessThanOrEqual(200);
    expect(deliveryError({ code: 'ETIMEDOUT' }).answer).toBe('ETIMEDOUT');
  });

  test('forgets the link of an email that has left', async () => {
    const to = newAddress();
    await queueEmail(ctx, ctx.db, recoveryFor(to));
    const [email] = await awaitEmail(to, 1);
    expect(email?.links).toContain(SECRET_LINK);
    await awaitStatus(to, 'sent');
    expect((await rowFor(to))?.data).toEqual({});
  });

  test('finds a link that opens an account sealed in the table while its email waits', async () => {
    const to = newAddress();
    await ctx.db.transaction(async (tx) => {
      await queueEmail(ctx, tx, recoveryFor(to));
      const [row] = await tx.select().from(emailOutbox).where(eq(emailOutbox.recipient, to));
      expect(Object.keys(row?.data ?? {})).toEqual(['sealed']);
      expect(JSON.stringify(row)).not.toContain('c2VjcmV0');
      expect(openContents(ctx.keys, row?.data ?? {})).toMatchObject({ resetUrl: SECRET_LINK });
    });
    const [email] = await awaitEmail(to, 1);
    expect(email?.links).toContain(SECRET_LINK);
  });

  test('forgets the address of a deleted account with the email that says so', async () => {
    const to = newAddress();
    const dedupeKey = `account-deleted:${randomUUID()}`;
    const data = { deletedAt: now.toISOString() };
    await queueEmail(ctx, ctx.db, { kind: 'account-deleted', to, userId: null, dedupeKey, data });
    const [email] = await awaitEmail(to, 1);
    expect(email?.subject).toBe('Your account was deleted');
    const stored = async () => await ctx.db.select().from(emailOutbox).where(eq(emailOutbox.dedupeKey, dedupeKey));
    await expect.poll(stored).toMatchObject([{ status: 'sent', recipient: '' }]);
  });

  test('lets an email lie that no one needs any more', async () => {
    const to = newAddress();
    await ctx.db.transaction(async (tx) => {
      await queueEmail(ctx, tx, recoveryFor(to));
      const yesterday = new Date(now.getTime() - 24 * 3_600_000);
      await tx.update(emailOutbox).set({ createdAt: yesterday }).where(eq(emailOutbox.recipient, to));
    });
    await awaitStatus(to, 'failed');
    expect(await rowFor(to)).toMatchObject({ data: {}, failure: 'It waited for longer than it is of use.' });
    expect(await emailFor(to)).toEqual([]);
  });

  test('logs neither recipients nor links', () => {
    expect(log.join('')).toContain('email sent');
    expect(log.join('')).not.toMatch(/\.example|verify\?token/);
  });
});

describe('The sweep', () => {
  test.each(['lost', 'failed'])('sends an email whose job was %s', async (fate) => {
    const { db } = ctx;
    const to = newAddress();
    await db.transaction(async (tx) => {
      await queueEmail(ctx, tx, welcomeTo(to));
      if (fate === 'lost')
        await tx.execute(sql`delete from pgboss.job where name = 'send-email' and state = 'created'`);
      else
        await tx.execute(sql`update pgboss.job set state = 'failed' where name = 'send-email' and state = 'created'`);
    });
    now = new Date(now.getTime() + 11 * 60_000);
    await sweepUnsentEmails(ctx);
    await awaitStatus(to, 'sent');
    await sweepUnsentEmails(ctx);
    expect(await emailFor(to)).toHaveLength(1);
  });

  test('forgets after ninety days what was written to whom, and still does not send it again', async () => {
    const to = newAddress();
    await queueEmail(ctx, ctx.db, welcomeTo(to));
    await awaitStatus(to, 'sent');
    now = new Date(now.getTime() + 91 * 24 * 3_600_000);
    await deleteOldEmails(ctx);
    expect(await rowFor(to)).toBeUndefined();
    await queueEmail(ctx, ctx.db, welcomeTo(to));
    expect(await rowFor(to)).toBeUndefined();
  });
});
