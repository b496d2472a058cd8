import { Hono } from 'hono';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailbox, type Mailbox } from '../../../../fakes/mailbox/mailbox.ts';
import { readConfig } from '../config/config.ts';
import { mailboxProxy } from './mailbox-proxy.ts';

let mailbox: Mailbox;
beforeAll(async () => {
  mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  const transport = createTransport(mailbox.smtpUrl);
  await transport.sendMail({
    from: 'post@x.example',
    to: 'odile@x.example',
    subject: 'A letter',
    html: '<p>Dear Odile</p>',
  });
  transport.close();
});
afterAll(() => mailbox.close());

function shop(env: Record<string, string>): Hono {
  const config = readConfig({
    DATABASE_URL: 'postgres://nowhere/none',
    SMTP_URL: mailbox.smtpUrl,
    STRIPE_SECRET_KEY: 'sk_test_sandbox',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_sandbox',
    STRIPE_WEBHOOK_SECRET: 'whsec_sandbox_secret',
    ...env,
  });
  return new Hono().route('/dev/mailbox', mailboxProxy({ config }));
}

test.each(['/dev/mailbox', '/dev/mailbox/', '/dev/mailbox/?to=odile@x.example'])(
  '%s shows the mailbox',
  async (path) => {
    const reply = await shop({ MAILBOX_URL: mailbox.url }).request(path);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await reply.text()).toMatch(/href="\/dev\/mailbox\/[\w-]+"/);
  },
);

test('a letter and its body are shown under the shop’s own address', async () => {
  const app = shop({ MAILBOX_URL: mailbox.url });
  const list = await app.request('/dev/mailbox/api/messages');
  const { messages } = (await list.json()) as { messages: { id: string }[] };
  const letter = `/dev/mailbox/${messages[0]?.id ?? ''}`;
  expect(await (await app.request(letter)).text()).toContain(`src="${letter}/html"`);
  expect(await (await app.request(`${letter}/html`)).text()).toContain('Dear Odile');
});

test('a path cannot lead to another host', async () => {
  const reply = await shop({ MAILBOX_URL: mailbox.url }).request('http://localhost/dev/mailbox//evil.example/');
  expect(reply.status).toBe(404);
});

test('only a name of this machine and a page of the shop itself reach it', async () => {
  const app = shop({ MAILBOX_URL: mailbox.url });
  const statusFor = async (host: string, headers: Record<string, string> = {}) =>
    (await app.request(`http://${host}/dev/mailbox/api/messages`, { headers })).status;
  expect(await statusFor('evil.example:3000')).toBe(421);
  expect(await statusFor('localhost:3000', { origin: 'https://evil.example' })).toBe(403);
  expect(await statusFor('127.0.0.1:3000', { origin: 'http://127.0.0.1:3000' })).toBe(200);
});

test('there is nothing at /dev/mailbox when email leaves the house', async () => {
  const app = shop({ MAILBOX_URL: '' });
  for (const path of ['/dev/mailbox', '/dev/mailbox/', '/dev/mailbox/api/messages']) {
    expect((await app.request(path)).status).toBe(404);
  }
});

test('a mailbox that is away is an answer, not a crash', async () => {
  const reply = await shop({ MAILBOX_URL: 'http://127.0.0.1:1' }).request('/dev/mailbox');
  expect(reply.status).toBe(502);
});
