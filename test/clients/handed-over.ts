import { desc, eq } from 'drizzle-orm';
import type { Context } from '../../src/server/context.ts';
import { emailOutbox } from '../../src/server/platform/outbox/schema.ts';
import { openContents } from '../../src/server/platform/outbox/contents.ts';

/** The link in the newest mail that was put into the post for somebody, before it is sent. */
export async function newestLinkTo({ db, keys }: Pick<Context, 'db' | 'keys'>, recipient: string): Promise<string> {
  const [email] = await db
    .select()
    .from(emailOutbox)
    .where(eq(emailOutbox.recipient, recipient))
    .orderBy(desc(emailOutbox.createdAt))
    .limit(1);
  const links = Object.values(openContents(keys, email?.data ?? {})).filter(isLink);
  const [link] = links;
  if (link === undefined)
    throw new Error(`No link in the newest mail to ${recipient} (${email?.kind ?? 'there is none'}).`);
  return link;
}

function isLink(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('http');
}
