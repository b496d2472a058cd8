import { expect } from '@playwright/test';

export interface Email {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly links: readonly string[];
}

/** What has come for somebody so far, newest first. */
export async function emailsTo(address: string): Promise<Email[]> {
  const { messages } = (await read(`/api/messages?to=${encodeURIComponent(address)}`)) as {
    messages: { id: string }[];
  };
  return await Promise.all(messages.map(async ({ id }) => (await read(`/api/messages/${id}`)) as Email));
}

/** Waits for a mail with that subject, beyond the `already` that have been read. */
export async function emailTo(address: string, subject: RegExp, already = 0): Promise<Email> {
  const matching = async () => (await emailsTo(address)).filter((email) => subject.test(email.subject));
  await expect.poll(async () => (await matching()).length, { timeout: 20_000 }).toBeGreaterThan(already);
  return (await matching())[0] as Email;
}

/** The link in it that does something at the identity server. */
export function actionLinkIn({ links, subject }: Email): string {
  const link = links.find((link) => link.includes('/auth/v1/verify'));
  if (link === undefined) throw new Error(`No link to follow in "${subject}"`);
  return link;
}

async function read(path: string): Promise<unknown> {
  const response = await fetch(`${process.env['MAILBOX_URL']}${path}`);
  return await response.json();
}
