import { expect } from '@playwright/test';
import type { Message } from '../fakes/mailbox/message.ts';
import { receivedEmails } from '../test/clients/mailbox.ts';
import { sharedShop } from './shops.ts';

/** What the shop's mailbox has for an address so far, newest first. */
export function emailsTo(address: string, { mailboxUrl } = sharedShop()): Promise<Message[]> {
  return receivedEmails(mailboxUrl, address);
}

/** Waits for an email with that subject, beyond the `already` that have been read. */
export async function emailTo(address: string, subject: RegExp, already = 0): Promise<Message> {
  const matching = async () => (await emailsTo(address)).filter((email) => subject.test(email.subject));
  await expect.poll(async () => (await matching()).length).toBeGreaterThan(already);
  return (await matching())[0] as Message;
}

/** The link in it that does something at the identity server. */
export function actionLinkIn({ links, subject }: Message): string {
  const link = links.find((link) => link.includes('/auth/v1/verify'));
  if (link === undefined) throw new Error(`No link to follow in "${subject}"`);
  return link;
}
