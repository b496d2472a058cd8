import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPostOffice, type PostOffice } from '../../../../test/server/post-office.ts';
import { emailsOut } from './schema.ts';
import { openContents } from './contents.ts';
import { MailError } from './mailer.ts';
import { queueEmail, type OutgoingEmail } from './queue.ts';
import { forgetOldEmails, sweepUnsentEmails } from './send.ts';

let office: PostOffice;
beforeAll(async () => {
  office = await openPostOffice();
});
afterAll(() => office.close());
beforeEach(() => {
  office.now = new Date('2026-11-21T16:04:00Z');
});

const SECRET_LINK = 'https://deadletter.example/auth/v1/verify?token=c2VjcmV0&type=recovery';

/** Without a name for the account: to somebody of whom the shop has no preferences. */
function welcomeTo(to: string, userId: string = randomUUID()): OutgoingEmail {
  return { kind: 'welcome', to, userId, data: { name: 'Łucja' }, dedupeKey: `welcome:${to}` };
}

function recoveryFor(to: string): OutgoingEmail {
  const data = { resetUrl: SECRET_LINK, validMinutes: 60 };
  return { kind: 'recovery', to, userId: null, data, dedupeKey: `recovery:${randomUUID()}` };
}

function someone(name = 'odile'): string {
  return `${name}@${randomUUID()}.example`;
}

async function rowFor(recipient: string) {
  const [row] = await office.ctx.db.select().from(emailsOut).where(eq(emailsOut.recipient, recipient));
  return row;
}

function awaitStatus(recipient: string, status: string) {
  return expect.poll(() => rowFor(recipient)).toMatchObject({ status });
}

describe('A mail put into the post', () => {
  test('leaves when the transaction commits, with a plain-text twin', async () => {
    const to = someone();
    await office.ctx.db.transaction((tx) => queueEmail(office.ctx, tx, welcomeTo(to)));
    const [mail] = await office.awaitMail(to, 1);
    expect(mail).toMatchObject({ subject: 'Welcome to The Dead Letter Club', to: [to] });
    expect(mail?.links).toContain('http://localhost:3000/season-selection');
    expect(mail?.text).toContain('Dear Łucja,');
    await awaitStatus(to, 'sent');
    expect((await rowFor(to))?.sentAt).toEqual(office.now);
  });

  test('is not sent when the transaction is rolled back', async () => {
    const [never, after] = [someone(), someone()];
    const changedTheirMind = office.ctx.db.transaction(async (tx) => {
      await queueEmail(office.ctx, tx, welcomeTo(never));
      throw new Error('changed my mind');
    });
    await expect(changedTheirMind).rejects.toThrow('changed my mind');
    await queueEmail(office.ctx, office.ctx.db, welcomeTo(after));
    await office.awaitMail(after, 1);
    expect(await office.mailFor(never)).toEqual([]);
  });

  test('is sent once per occasion, whoever asks and how often', async () => {
    const to = someone();
    await Promise.all(
      Array.from({ length: 20 }, () => office.ctx.db.transaction((tx) => queueEmail(office.ctx, tx, welcomeTo(to)))),
    );
    await awaitStatus(to, 'sent');
    await queueEmail(office.ctx, office.ctx.db, welcomeTo(to));
    const after = someone();
    await queueEmail(office.ctx, office.ctx.db, welcomeTo(after));
    await office.awaitMail(after, 1);
    expect(await office.mailFor(to)).toHaveLength(1);
  });

  test('is dropped when its reader wants no mail of the club, unless it is about money or safety', async () => {
    const { userId, email } = await office.addMember(false);
    await queueEmail(office.ctx, office.ctx.db, welcomeTo(email, userId));
    const endedAt = '2026-11-21T16:04:00Z';
    const dedupeKey = `session-ended:${userId}`;
    await queueEmail(office.ctx, office.ctx.db, {
      kind: 'session-ended',
      to: email,
      userId,
      data: { endedAt },
      dedupeKey,
    });
    await office.awaitMail(email, 1);
    const mail = await office.mailFor(email);
    expect(mail.map(({ subject }) => subject)).toEqual(['We signed one of your devices out']);
  });

  test('reaches a reader who wants the mail of the club', async () => {
    const { userId, email } = await office.addMember(true);
    await queueEmail(office.ctx, office.ctx.db, welcomeTo(email, userId));
    expect(await office.awaitMail(email, 1)).toHaveLength(1);
  });
});

describe('Sending', () => {
  test('waits for a mail server that is away, and then sends one mail', async () => {
    const to = someone();
    await office.closeMailServer();
    await queueEmail(office.ctx, office.ctx.db, welcomeTo(to));
    await expect.poll(() => office.log.join()).toContain('did not take it');
    await expect.poll(async () => (await rowFor(to))?.failure).toContain('ECONNREFUSED');
    await office.reopenMailServer();
    await office.awaitMail(to, 1);
    await awaitStatus(to, 'sent');
    expect((await rowFor(to))?.failure).toBeNull();
    expect(await office.mailFor(to)).toHaveLength(1);
  });

  test('repeats a mail under the same Message-ID when the process is lost between sending and marking', async () => {
    const to = someone();
    const lock = await office.ctx.db.$client.connect();
    await lock.query('begin');
    await queueEmail(office.ctx, office.ctx.db, welcomeTo(to));
    // Marking waits for this lock, then loses its connection.
    await lock.query('select 1 from emails_out where recipient = $1 for update', [to]);
    await office.awaitMail(to, 1);
    const throwOutWhoWaits = () =>
      lock.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
    await expect.poll(async () => (await throwOutWhoWaits()).rowCount).toBe(1);
    await lock.query('commit');
    lock.release();
    const [second, first] = await office.awaitMail(to, 2);
    await awaitStatus(to, 'sent');
    expect(second?.messageId).toBe(first?.messageId);
    expect(first?.messageId).toBe(`<${(await rowFor(to))?.id}@deadletter.example>`);
  });

  test('gives up on an address that the mail server knows to be nobody’s', async () => {
    const to = someone('bounce');
    await queueEmail(office.ctx, office.ctx.db, welcomeTo(to));
    await awaitStatus(to, 'failed');
    expect(await rowFor(to)).toMatchObject({ sentAt: null, failure: '550 No such person at this address' });
  });

  test('keeps what a mail server said, without what names somebody or opens an account', () => {
    const said = `550 5.1.1 <odile@deadletter.example>: see
      https://mail.example/why?u=odile and quote 0aF3kQ9xZ7LmN2pR5tV8wY1bD4gH6jK`;
    const { answer } = new MailError('EENVELOPE', 550, said);
    expect(answer).toBe('550 5.1.1 <…>: see … and quote …');
    expect(new MailError('ESOCKET', null, 'too long '.repeat(100)).answer.length).toBeLessThanOrEqual(200);
    expect(new MailError('ETIMEDOUT', null).answer).toBe('ETIMEDOUT');
  });

  test('forgets the link of a mail that has left', async () => {
    const to = someone();
    await queueEmail(office.ctx, office.ctx.db, recoveryFor(to));
    const [mail] = await office.awaitMail(to, 1);
    expect(mail?.links).toContain(SECRET_LINK);
    await awaitStatus(to, 'sent');
    expect((await rowFor(to))?.data).toEqual({});
  });

  test('finds a link that opens an account sealed in the table while its mail waits', async () => {
    const to = someone();
    await office.ctx.db.transaction(async (tx) => {
      await queueEmail(office.ctx, tx, recoveryFor(to));
      const [row] = await tx.select().from(emailsOut).where(eq(emailsOut.recipient, to));
      expect(Object.keys(row?.data ?? {})).toEqual(['sealed']);
      expect(JSON.stringify(row)).not.toContain('c2VjcmV0');
      expect(openContents(office.ctx.keys, row?.data ?? {})).toMatchObject({ resetUrl: SECRET_LINK });
    });
    const [mail] = await office.awaitMail(to, 1);
    expect(mail?.links).toContain(SECRET_LINK);
  });

  test('lets a mail lie that nobody needs any more', async () => {
    const to = someone();
    await office.ctx.db.transaction(async (tx) => {
      await queueEmail(office.ctx, tx, recoveryFor(to));
      const yesterday = new Date(office.now.getTime() - 24 * 3_600_000);
      await tx.update(emailsOut).set({ createdAt: yesterday }).where(eq(emailsOut.recipient, to));
    });
    await awaitStatus(to, 'failed');
    expect(await rowFor(to)).toMatchObject({ data: {}, failure: 'It waited for longer than it is of use.' });
    expect(await office.mailFor(to)).toEqual([]);
  });

  test('logs neither recipients nor links', () => {
    expect(office.log.join('')).toContain('mail sent');
    expect(office.log.join('')).not.toMatch(/\.example|verify\?token/);
  });
});

describe('The sweep', () => {
  test.each(['lost', 'failed'])('sends a mail whose job was %s', async (fate) => {
    const { db } = office.ctx;
    const to = someone();
    await db.transaction(async (tx) => {
      await queueEmail(office.ctx, tx, welcomeTo(to));
      if (fate === 'lost')
        await tx.execute(sql`delete from pgboss.job where name = 'send-email' and state = 'created'`);
      else
        await tx.execute(sql`update pgboss.job set state = 'failed' where name = 'send-email' and state = 'created'`);
    });
    office.now = new Date(office.now.getTime() + 11 * 60_000);
    await sweepUnsentEmails(office.ctx);
    await awaitStatus(to, 'sent');
    await sweepUnsentEmails(office.ctx);
    expect(await office.mailFor(to)).toHaveLength(1);
  });

  test('forgets after ninety days what was written to whom, and still does not send it again', async () => {
    const to = someone();
    await queueEmail(office.ctx, office.ctx.db, welcomeTo(to));
    await awaitStatus(to, 'sent');
    office.now = new Date(office.now.getTime() + 91 * 24 * 3_600_000);
    await forgetOldEmails(office.ctx);
    expect(await rowFor(to)).toBeUndefined();
    await queueEmail(office.ctx, office.ctx.db, welcomeTo(to));
    expect(await rowFor(to)).toBeUndefined();
  });
});
