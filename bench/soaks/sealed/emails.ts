import { type EmailData, EMAILS, type EmailKind } from '../../../src/emails/catalogue.ts';
import { renderEmail } from '../../../src/emails/render-email.ts';
import { queueGuideEmails } from '../../../src/server/account/queue-guide-emails.ts';
import { openContents } from '../../../src/server/platform/outbox/contents.ts';
import { emailOutbox } from '../../../src/server/platform/schema.ts';
import type { Shop } from '../../../test/server/open-shop.ts';
import { type Phrases, refuseEarly } from './phrases.ts';

const DAY_SECONDS = 86_400;
/** In `holdLetters` the last letter's window ended 25 days ago; its emails are due 1 and 3 days after that. */
const NOTIFIED_DAYS_AGO = [24, 22];

/**
 * Renders every queued email and searches it for letters that the reader lacks; a guide email must not reveal its own letter
 * (rules/reading 2). @returns how many emails
 */
export async function lookIntoEmails(
  { ctx, clock }: Shop,
  comeTo: ReadonlyMap<string, number>,
  phrases: Phrases,
): Promise<number> {
  for (const days of NOTIFIED_DAYS_AGO) {
    clock.advance(-days * DAY_SECONDS);
    await queueGuideEmails(ctx);
    clock.advance(days * DAY_SECONDS);
  }
  const emails = await ctx.db.select().from(emailOutbox);
  const branding = {
    siteUrl: ctx.config.siteUrl,
    supportEmail: ctx.config.email.supportEmail,
    seller: ctx.config.seller,
  };
  for (const { kind, recipient, data } of emails) {
    const known = kind as EmailKind;
    const contents = openContents(ctx.keys, data);
    const email = renderEmail(known, contents as unknown as EmailData<EmailKind>, {
      ...branding,
      unsubscribeUrl: undefined,
    });
    const come = comeTo.get(recipient) ?? 0;
    const allowed = EMAILS[known].about === 'guide' ? Math.max(0, come - 1) : come;
    refuseEarly(
      JSON.stringify(email),
      Math.max(1, allowed),
      phrases,
      `The email ${kind} to a reader with ${come} letters`,
    );
  }
  const guides = emails.filter(({ kind }) => kind === 'letter-guide').length;
  if (guides < [...comeTo.values()].filter((come) => come > 0).length / 2)
    throw new Error(`${guides} readers were told of a letter.`);
  return emails.length;
}
