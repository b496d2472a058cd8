import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { BRANDING, SAMPLES } from '../../../test/builders/email-samples.ts';
import { giveGift, emailsAbout, newYorkToday } from '../../../test/builders/gifts.ts';
import type { Shopper } from '../../../test/clients/shopper.ts';
import { receivedEmails } from '../../../test/clients/mailbox.ts';
import { startShop } from '../../../test/server/shop.ts';
import { getAccount } from '../../contract/account.ts';
import { FORM_PATHS } from '../../contract/site-paths.ts';
import { EMAILS, type EmailKind } from '../../emails/catalogue.ts';
import { renderEmail } from '../../emails/render-email.ts';
import { announceGifts } from '../commerce/gifts/announce-gift.ts';
import { unsubscribeUrlOf } from '../platform/outbox/list-unsubscribe.ts';
import { queueEmail, type OutgoingEmail } from '../platform/outbox/queue.ts';

const shop = await startShop({ workers: true });

/** Sends one email of a kind and reads the headers with which it has arrived. */
async function headersOf(kind: EmailKind, to: string): Promise<Record<string, string>> {
  const message = { kind, to, data: SAMPLES[kind], userId: null, dedupeKey: `test:${randomUUID()}` } as OutgoingEmail;
  await shop.ctx.db.transaction((tx) => queueEmail(shop.ctx, tx, message));
  const { subject } = renderEmail(kind, SAMPLES[kind], { ...BRANDING, siteUrl: shop.siteUrl });
  const read = async () => (await receivedEmails(shop.mailbox.url, to)).find((email) => email.subject === subject);
  await expect.poll(read).toBeDefined();
  const headers = (await read())?.headers ?? [];
  return Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
}

async function linkFor(kind: EmailKind, address: string): Promise<string> {
  return unsubscribeUrlOf(shop.ctx, kind, address) ?? '';
}

const ONE_CLICK = { 'List-Unsubscribe': 'One-Click' };

async function submit(
  url: string,
  fields: Record<string, string>,
  encoding: 'multipart' | 'urlencoded' = 'urlencoded',
) {
  const body = encoding === 'urlencoded' ? new URLSearchParams(fields) : new FormData();
  if (body instanceof FormData) for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return await fetch(url, { method: 'POST', body, redirect: 'manual' });
}

const preferencesOf = async (user: Shopper) => (await user.call(getAccount)).profile.preferences;
const ALL = { emailNotifications: true, guideEmails: true };

test('an email that can be stopped says so in its headers, and the one press of RFC 8058 stops its kind alone, without a sign-in', async () => {
  const user = await shop.signUp();
  const headers = await headersOf('letter-guide', user.email);
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const [, url = ''] = /^<(.+)>$/.exec(headers['list-unsubscribe'] ?? '') ?? [];
  expect(url.startsWith(`${shop.siteUrl}${FORM_PATHS.unsubscribe}?token=`)).toBe(true);
  expect(url).not.toContain(user.email);
  const answer = await submit(url, ONE_CLICK);
  expect([answer.status, answer.headers.get('location')]).toEqual([200, null]);
  expect(await preferencesOf(user)).toEqual({ ...ALL, guideEmails: false });
});

test('emails about money, safety and the paper itself go by themselves: those of money and safety carry no such header', async () => {
  const kinds = Object.keys(EMAILS) as EmailKind[];
  const stoppable = kinds.filter((kind) => unsubscribeUrlOf(shop.ctx, kind, 'a@example.com') !== undefined);
  expect(stoppable).toEqual(kinds.filter((kind) => !['money', 'safety'].includes(EMAILS[kind].about)));
  const headers = await headersOf('payment-failed', `${randomUUID()}@example.com`);
  expect(headers).not.toHaveProperty('list-unsubscribe');
});

test('a press in the other encoding of forms counts as well', async () => {
  const user = await shop.signUp();
  expect((await submit(await linkFor('welcome', user.email), ONE_CLICK, 'multipart')).status).toBe(200);
  expect(await preferencesOf(user)).toEqual({ ...ALL, emailNotifications: false });
});

test('opening the link changes nothing, and the button of its page leads to a page that says what happened', async () => {
  const user = await shop.signUp();
  const url = await linkFor('letter-guide', user.email.toUpperCase());
  const page = await fetch(url, { headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await preferencesOf(user)).toEqual(ALL);
  const answer = await submit(url, { from: 'page' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, FORM_PATHS.unsubscribed]);
  expect(await preferencesOf(user)).toEqual({ ...ALL, guideEmails: false });
});

test('a link that was changed, cut short or never ours stops nothing', async () => {
  const user = await shop.signUp();
  const url = await linkFor('welcome', user.email);
  const foreign = shop.ctx.keys.seal(Buffer.from(JSON.stringify({ list: 'club' }))).toString('base64url');
  const bad = [
    url.slice(0, -4),
    url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
    `${shop.siteUrl}/unsubscribe`,
  ];
  for (const link of [...bad, `${shop.siteUrl}/unsubscribe?token=${foreign}`]) {
    expect((await submit(link, ONE_CLICK)).status).toBe(400);
    const answer = await submit(link, { from: 'page' });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, FORM_PATHS.unsubscribeFailed]);
  }
  expect(await preferencesOf(user)).toEqual(ALL);
});

test('a person without an account who stops announcements gets none of a second gift, and others get theirs', async () => {
  const giver = await shop.signUp();
  const [stopped, other] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
  expect((await submit(await linkFor('gift-arrived', stopped), ONE_CLICK)).status).toBe(200);
  const unheard = await giveGift(giver, newYorkToday(shop), { recipientEmail: stopped });
  const heard = await giveGift(giver, newYorkToday(shop), { recipientEmail: other });
  await announceGifts(shop.ctx);
  expect([(await emailsAbout(shop, unheard.id)).length, (await emailsAbout(shop, heard.id)).length]).toEqual([0, 1]);
});
