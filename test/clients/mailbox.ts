import { and, desc, eq, like } from 'drizzle-orm';
import type { Message } from '../../fakes/mailbox/message.ts';
import type { Stage } from '../../fakes/mailbox/refusals.ts';
import type { Context } from '../../src/server/context.ts';
import { LINK_PATHS } from '../../src/contract/site-paths.ts';
import { openContents } from '../../src/server/platform/outbox/contents.ts';
import { emailOutbox } from '../../src/server/platform/schema.ts';

export type OutboxEmail = typeof emailOutbox.$inferSelect;
type Outbox = Pick<Context, 'db' | 'keys'>;

/** Queued emails with readable contents, newest first, optionally filtered by recipient and dedupe key pattern. */
export async function queuedEmails(
  { db, keys }: Outbox,
  { recipient, dedupeKey }: { readonly recipient?: string; readonly dedupeKey?: string } = {},
): Promise<OutboxEmail[]> {
  const isAsked = and(
    recipient === undefined ? undefined : eq(emailOutbox.recipient, recipient),
    dedupeKey === undefined ? undefined : like(emailOutbox.dedupeKey, dedupeKey),
  );
  const emails = await db.select().from(emailOutbox).where(isAsked).orderBy(desc(emailOutbox.createdAt));
  return emails.map((email) => ({ ...email, data: openContents(keys, email.data) }));
}

/** How many emails of each kind the shop has queued for a user. */
export async function emailCounts({ ctx }: { ctx: Outbox }, { email }: { email: string }) {
  const counts: Record<string, number> = {};
  for (const { kind } of await queuedEmails(ctx, { recipient: email })) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** The link in the newest email queued for an address. @throws Error without one */
export async function newestLinkTo(outbox: Outbox, recipient: string): Promise<string> {
  const [email] = await queuedEmails(outbox, { recipient });
  const link = Object.values(email?.data ?? {}).find(isLink);
  if (link === undefined)
    throw new Error(`No link in the newest email to ${recipient} (${email?.kind ?? 'no email'}).`);
  return link;
}

const LINK_PAGES: ReadonlySet<string> = new Set(Object.values(LINK_PATHS));

/** Whether an emailed link opens a page with a button for its action. */
export function opensPage(link: string): boolean {
  return LINK_PAGES.has(new URL(link).pathname);
}

/** Opens an emailed link and presses the button of its page; GoTrue's links have none. */
export async function pressLink(link: string, send: typeof fetch = fetch): Promise<Response> {
  return await send(link, { method: opensPage(link) ? 'POST' : 'GET', redirect: 'manual' });
}

function isLink(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('http');
}

/** What has arrived for an address, newest first, in the mailbox at that URL. */
export async function receivedEmails(mailboxUrl: string, address: string): Promise<Message[]> {
  const read = async (path: string): Promise<unknown> =>
    await (await fetch(`${mailboxUrl}/api/messages${path}`)).json();
  const { messages } = (await read(`?to=${encodeURIComponent(address)}`)) as { messages: Message[] };
  return await Promise.all(messages.map(async ({ id }) => (await read(`/${id}`)) as Message));
}

/** From now on, the mail server gives this answer at this stage. */
export async function refuseEmails(mailboxUrl: string, stage: Stage, answer: string): Promise<void> {
  const body = JSON.stringify({ stage, answer });
  const reply = await fetch(`${mailboxUrl}/api/refusals`, { method: 'POST', body });
  if (!reply.ok) throw new Error(await reply.text());
}

export async function acceptEmails(mailboxUrl: string): Promise<void> {
  await fetch(`${mailboxUrl}/api/refusals`, { method: 'DELETE' });
}
