import { expect } from '@playwright/test';

export interface Mail {
  readonly id: string;
  readonly subject: string;
  readonly text: string;
  readonly links: readonly string[];
}

/** What has come for somebody so far, newest first. */
export async function mailsTo(address: string): Promise<Mail[]> {
  const { messages } = (await read(`/api/messages?to=${encodeURIComponent(address)}`)) as {
    messages: { id: string }[];
  };
  return await Promise.all(messages.map(async ({ id }) => (await read(`/api/messages/${id}`)) as Mail));
}

/** Waits for a mail with that subject, beyond the `already` that have been read. */
export async function mailTo(address: string, subject: RegExp, already = 0): Promise<Mail> {
  const matching = async () => (await mailsTo(address)).filter((mail) => subject.test(mail.subject));
  await expect.poll(async () => (await matching()).length, { timeout: 20_000 }).toBeGreaterThan(already);
  return (await matching())[0] as Mail;
}

/** The link in it that does something at the identity server. */
export function actionLinkIn({ links, subject }: Mail): string {
  const link = links.find((link) => link.includes('/auth/v1/verify'));
  if (link === undefined) throw new Error(`No link to follow in "${subject}"`);
  return link;
}

async function read(path: string): Promise<unknown> {
  const response = await fetch(`${process.env['MAILBOX_URL']}${path}`);
  return await response.json();
}
