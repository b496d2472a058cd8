import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, vi } from 'vitest';
import { startMailbox, type Mailbox } from '../../fakes/mailbox/mailbox.ts';
import type { Message } from '../../fakes/mailbox/message.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { openContext, type Context } from '../../src/server/context.ts';
import { startWorkers } from '../../src/server/workers.ts';
import { addUser } from '../builders/subscribers.ts';
import { receivedEmails } from '../clients/mailbox.ts';
import { testDatabase } from './database.ts';
import { STRIPE_SETTINGS } from './surroundings.ts';

export interface OutboxFixture {
  readonly ctx: Context;
  /** What `ctx.clock` says; a test moves it by assigning. */
  now: Date;
  /** Everything the server has logged, as lines of JSON. */
  readonly log: string[];
  /** Somebody with an account, and whether they want mail that is not about money or safety. */
  addUser(emailNotifications: boolean): Promise<{ userId: string; email: string }>;
  /** What has arrived for an address so far, newest first. */
  emailFor(address: string): Promise<Message[]>;
  /** Resolves once `count` mails have arrived for an address. */
  awaitEmail(address: string, count: number): Promise<Message[]>;
  closeEmailServer(): Promise<void>;
  reopenEmailServer(): Promise<void>;
  close(): Promise<void>;
}

/** A database, a mail server and one process that sends. */
export async function openOutbox(): Promise<OutboxFixture> {
  const database = await testDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'post-office-'));
  let mailbox: Mailbox | null = await startMailbox({ smtpPort: 0, httpPort: 0, dataDir: join(dataDir, 'mailbox') });
  const ports = { smtpPort: Number(new URL(mailbox.smtpUrl).port), httpPort: Number(new URL(mailbox.url).port) };
  const viewer = mailbox.url;
  const log: string[] = [];
  const ctx = await openContext(
    readConfig({
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SMTP_URL: mailbox.smtpUrl,
      MAILBOX_URL: mailbox.url,
      ...STRIPE_SETTINGS,
    }),
    {
      clock: { now: () => outbox.now },
      log: pino({ level: 'debug' }, { write: (line: string) => void log.push(line) }),
    },
  );
  const outbox: OutboxFixture = {
    ctx,
    now: new Date('2026-11-21T16:04:00Z'),
    log,
    addUser: (emailNotifications) => addUser(ctx.db, ctx.clock.now(), { emailNotifications }),
    emailFor: (address) => receivedEmails(viewer, address),
    awaitEmail: (address, count) =>
      vi.waitFor(
        async () => {
          const emails = await outbox.emailFor(address);
          expect(emails.length).toBeGreaterThanOrEqual(count);
          return emails;
        },
        { timeout: 30_000, interval: 50 },
      ),
    async closeEmailServer() {
      await mailbox?.close();
      mailbox = null;
    },
    async reopenEmailServer() {
      mailbox = await startMailbox({ ...ports, dataDir: join(dataDir, 'mailbox') });
    },
    async close() {
      await workers.stop();
      await ctx.db.$client.end();
      await mailbox?.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  await ctx.jobs.start();
  const workers = await startWorkers(ctx);
  return outbox;
}
