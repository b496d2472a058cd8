import { expect, type Page } from '@playwright/test';
import type { Message } from '../fakes/mailbox/message.ts';
import { opensPage, receivedEmails } from '../test/clients/mailbox.ts';
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

/** Opens an emailed link and presses the button of its page. */
export async function pressLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('main').getByRole('button').click();
}

/** An email's link that opens a page with a button. */
export function actionLinkIn({ links, subject }: Message): string {
  const link = links.find(opensPage);
  if (link === undefined) throw new Error(`No link to follow in "${subject}"`);
  return link;
}
