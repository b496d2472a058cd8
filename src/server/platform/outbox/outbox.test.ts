import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openOutbox, type OutboxFixture } from '../../../../test/server/outbox.ts';
import { emailOutbox } from '../schema.ts';
import { openContents } from './contents.ts';
import { DeliveryError } from './mailer.ts';
import { queueEmail, type OutgoingEmail } from './queue.ts';
import { deleteOldEmails, sweepUnsentEmails } from './send.ts';

let outbox: OutboxFixture;
beforeAll(async () => {
  outbox = await openOutbox();
});
afterAll(() => outbox.close());
beforeEach(() => {
  outbox.now = new Date('2026-11-21T16:04:00Z');
});

const SECRET_LINK = 'https://deadletter.example/auth/v1/verify?token=c2VjcmV0&type=recovery';

/** Without a name for the account: to an address of which the shop has no preferences. */
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
  const [row] = await outbox.ctx.db.select().from(emailOutbox).where(eq(emailOutbox.recipient, recipient));
  return row;
}

function awaitStatus(recipient: string, status: string) {
  return expect.poll(() => rowFor(recipient)).toMatchObject({ status });
}

describe('An email that is queued', () => {
  test('leaves when the transaction commits, with a plain-text twin', async () => {
    const to = newAddress();
    await outbox.ctx.db.transaction((tx) => queueEmail(outbox.ctx, tx, welcomeTo(to)));
    const [email] = await outbox.awaitEmail(to, 1);
    expect(email).toMatchObject({ subject: 'Welcome to The Dead Letter Club', to: [to] });
    expect(email?.links).toContain('http://localhost:3000/season-selection');
    expect(email?.text).toContain('Dear Łucja,');
    await awaitStatus(to, 'sent');
    expect((await rowFor(to))?.sentAt).toEqual(outbox.now);
  });

  test('is not sent when the transaction is rolled back', async () => {
    const [never, after] = [newAddress(), newAddress()];
    const changedTheirMind = outbox.ctx.db.transaction(async (tx) => {
      await queueEmail(outbox.ctx, tx, welcomeTo(never));
      throw new Error('changed my mind');
    });
    await expect(changedTheirMind).rejects.toThrow('changed my mind');
    await queueEmail(outbox.ctx, outbox.ctx.db, welcomeTo(after));
    await outbox.awaitEmail(after, 1);
    expect(await outbox.emailFor(never)).toEqual([]);
  });

  test('is sent once per occasion, however many ask and how often', async () => {
    const to = newAddress();
    await Promise.all(
      Array.from({ length: 20 }, () => outbox.ctx.db.transaction((tx) => queueEmail(outbox.ctx, tx, welcomeTo(to)))),
    );
    await awaitStatus(to, 'sent');
    await queueEmail(outbox.ctx, outbox.ctx.db, welcomeTo(to));
    const after = newAddress();
    await queueEmail(outbox.ctx, outbox.ctx.db, welcomeTo(after));
    await outbox.awaitEmail(after, 1);
    expect(await outbox.emailFor(to)).toHaveLength(1);
  });

  test('is dropped when its subscriber wants no email of the club, unless it is about money or safety', async () => {
    const { userId, email } = await outbox.addUser(false);
    await queueEmail(outbox.ctx, outbox.ctx.db, welcomeTo(email, userId));
    const endedAt = '2026-11-21T16:04:00Z';
    const dedupeKey = `session-ended:${userId}`;
    await queueEmail(outbox.ctx, outbox.ctx.db, {
      kind: 'session-ended',
      to: email,
      userId,
      data: { endedAt },
      dedupeKey,
    });
    await outbox.awaitEmail(email, 1);
    const message = await outbox.emailFor(email);
    expect(message.map(({ subject }) => subject)).toEqual(['We signed one of your devices out']);
  });

  test('reaches a subscriber who wants the club’s emails', async () => {
    const { userId, email } = await outbox.addUser(true);
    await queueEmail(outbox.ctx, outbox.ctx.db, welcomeTo(email, userId));
    expect(await outbox.awaitEmail(email, 1)).toHaveLength(1);
  });
});

describe('Sending', () => {
  test('waits for an email server that is away, and then sends one email', async () => {
    const to = newAddress();
    await outbox.closeEmailServer();
    await queueEmail(outbox.ctx, outbox.ctx.db, welcomeTo(to));
    await expect.poll(() => outbox.log.join()).toContain('did not take it');
    await expect.poll(async () => (await rowFor(to))?.failure).toContain('ECONNREFUSED');
    await outbox.reopenEmailServer();
    await outbox.awaitEmail(to, 1);
    await awaitStatus(to, 'sent');
    expect((await rowFor(to))?.failure).toBeNull();
    expect(await outbox.emailFor(to)).toHaveLength(1);
  });

  test('repeats an email under the same Message-ID when the process is lost between sending and marking', async () => {
    const to = newAddress();
    const lock = await outbox.ctx.db.$client.connect();
    await lock.query('begin');
    await queueEmail(outbox.ctx, outbox.ctx.db, welcomeTo(to));
    // Marking waits for this lock, then loses its connection.
    await lock.query('select 1 from email_outbox where recipient = $1 for update', [to]);
    await outbox.awaitEmail(to, 1);
    const terminateWaiting = () =>
      lock.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
    await expect.poll(async () => (await terminateWaiting()).rowCount).toBe(1);
    await lock.query('commit');
    lock.release();
    const [second, first] = await outbox.awaitEmail(to, 2);
    await awaitStatus(to, 'sent');
    expect(second?.messageId).toBe(first?.messageId);
    expect(first?.messageId).toBe(`<${(await rowFor(to))?.id}@deadletter.example>`);
  });

  test('gives up on an address that the email server knows to be no one’s', async () => {
    const to = newAddress('bounce');
    await queueEmail(outbox.ctx, outbox.ctx.db, welcomeTo(to));
    await awaitStatus(to, 'failed');
    expect(await rowFor(to)).toMatchObject({ sentAt: null, failure: '550 No such person at this address' });
  });

  test('keeps what an email server said, without what names someone or opens an account', () => {
    const said = `550 5.1.1 <odile@deadletter.example>: see
      https://mail.example/why?u=odile and quote 0aF3kQ9xZ7LmN2pR5tV8wY1bD4gH6jK`;
    const { answer } = new DeliveryError('EENVELOPE', 550, said);
    expect(answer).toBe('550 5.1.1 <…>: see … and quote …');
    expect(new DeliveryError('ESOCKET', null, 'too long '.repeat(100)).answer.length).toBeLessThanOrEqual(200);
    expect(new DeliveryError('ETIMEDOUT', null).answer).toBe('ETIMEDOUT');
  });

  test('forgets the link of an email that has left', async () => {
    const to = newAddress();
    await queueEmail(outbox.ctx, outbox.ctx.db, recoveryFor(to));
    const [email] = await outbox.awaitEmail(to, 1);
    expect(email?.links).toContain(SECRET_LINK);
    await awaitStatus(to, 'sent');
    expect((await rowFor(to))?.data).toEqual({});
  });

  test('finds a link that opens an account sealed in the table while its email waits', async () => {
    const to = newAddress();
    await outbox.ctx.db.transaction(async (tx) => {
      await queueEmail(outbox.ctx, tx, recoveryFor(to));
      const [row] = await tx.select().from(emailOutbox).where(eq(emailOutbox.recipient, to));
      expect(Object.keys(row?.data ?? {})).toEqual(['sealed']);
      expect(JSON.stringify(row)).not.toContain('c2VjcmV0');
      expect(openContents(outbox.ctx.keys, row?.data ?? {})).toMatchObject({ resetUrl: SECRET_LINK });
    });
    const [email] = await outbox.awaitEmail(to, 1);
    expect(email?.links).toContain(SECRET_LINK);
  });

  test('lets an email lie that no one needs any more', async () => {
    const to = newAddress();
    await outbox.ctx.db.transaction(async (tx) => {
      await queueEmail(outbox.ctx, tx, recoveryFor(to));
      const yesterday = new Date(outbox.now.getTime() - 24 * 3_600_000);
      await tx.update(emailOutbox).set({ createdAt: yesterday }).where(eq(emailOutbox.recipient, to));
    });
    await awaitStatus(to, 'failed');
    expect(await rowFor(to)).toMatchObject({ data: {}, failure: 'It waited for longer than it is of use.' });
    expect(await outbox.emailFor(to)).toEqual([]);
  });

  test('logs neither recipients nor links', () => {
    expect(outbox.log.join('')).toContain('mail sent');
    expect(outbox.log.join('')).not.toMatch(/\.example|verify\?token/);
  });
});

describe('The sweep', () => {
  test.each(['lost', 'failed'])('sends an email whose job was %s', async (fate) => {
    const { db } = outbox.ctx;
    const to = newAddress();
    await db.transaction(async (tx) => {
      await queueEmail(outbox.ctx, tx, welcomeTo(to));
      if (fate === 'lost')
        await tx.execute(sql`delete from pgboss.job where name = 'send-email' and state = 'created'`);
      else
        await tx.execute(sql`update pgboss.job set state = 'failed' where name = 'send-email' and state = 'created'`);
    });
    outbox.now = new Date(outbox.now.getTime() + 11 * 60_000);
    await sweepUnsentEmails(outbox.ctx);
    await awaitStatus(to, 'sent');
    await sweepUnsentEmails(outbox.ctx);
    expect(await outbox.emailFor(to)).toHaveLength(1);
  });

  test('forgets after ninety days what was written to whom, and still does not send it again', async () => {
    const to = newAddress();
    await queueEmail(outbox.ctx, outbox.ctx.db, welcomeTo(to));
    await awaitStatus(to, 'sent');
    outbox.now = new Date(outbox.now.getTime() + 91 * 24 * 3_600_000);
    await deleteOldEmails(outbox.ctx);
    expect(await rowFor(to)).toBeUndefined();
    await queueEmail(outbox.ctx, outbox.ctx.db, welcomeTo(to));
    expect(await rowFor(to)).toBeUndefined();
  });
});
