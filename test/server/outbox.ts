import { pino } from 'pino';
import { expect, vi } from 'vitest';
import { startMailbox } from '../../fakes/mailbox/mailbox.ts';
import type { Message } from '../../fakes/mailbox/message.ts';
import { openContext } from '../../src/server/context.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { startWorkers } from '../../src/server/workers.ts';
import { addUser } from '../builders/subscribers.ts';
import { receivedEmails } from '../clients/mailbox.ts';
import { testDatabase } from './database.ts';
import { openSurroundings } from './surroundings.ts';

export type OutboxFixture = Awaited<ReturnType<typeof openOutbox>>;

/** A database, an email server and one process that sends. */
export async function openOutbox() {
  const database = await testDatabase();
  const around = await openSurroundings(database.url, { SITE_URL: 'http://localhost:3000' });
  let { mailbox } = around;
  const ports = { smtpPort: Number(new URL(mailbox.smtpUrl).port), httpPort: Number(new URL(mailbox.url).port) };
  const viewer = mailbox.url;
  let now = new Date('2026-11-21T16:04:00Z');
  const log: string[] = [];
  const logger = pino({ level: 'debug' }, { write: (line: string) => void log.push(line) });
  const ctx = await openContext(readConfig(around.settings), { clock: { now: () => now }, log: logger });
  await ctx.jobs.start();
  const workers = await startWorkers(ctx);
  /** What has arrived for an address so far, newest first. */
  const emailFor = (address: string) => receivedEmails(viewer, address);
  return {
    ctx,
    /** Everything the server has logged, as lines of JSON. */
    log,
    emailFor,
    set now(time: Date) {
      now = time;
    },
    get now() {
      return now;
    },
    /** A user with an account, and whether they want emails that are not about money or safety. */
    addUser: (emailNotifications: boolean) => addUser(ctx.db, now, { emailNotifications }),
    /** Resolves once `count` emails have arrived for an address. */
    awaitEmail: (address: string, count: number): Promise<Message[]> =>
      vi.waitFor(
        async () => {
          const emails = await emailFor(address);
          expect(emails.length).toBeGreaterThanOrEqual(count);
          return emails;
        },
        { timeout: 30_000, interval: 50 },
      ),
    closeEmailServer: () => mailbox.close(),
    async reopenEmailServer() {
      mailbox = await startMailbox(ports);
    },
    async close() {
      await workers.stop();
      await ctx.db.$client.end();
      if (mailbox !== around.mailbox) await mailbox.close();
      await around.close();
      await database.drop();
    },
  };
}
