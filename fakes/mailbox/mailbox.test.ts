import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterEach, expect, test } from 'vitest';
import { send } from '../../test/load/fuzz/raw-request.ts';
import { startMailbox, type Mailbox } from './mailbox.ts';
import type { Message } from './message.ts';

const open: Mailbox[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((mailbox) => mailbox.close()));
});

async function start(dataDir?: string): Promise<Mailbox> {
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0, ...(dataDir && { dataDir }) });
  open.push(mailbox);
  return mailbox;
}

const LETTER = {
  from: 'The Dead Letter Club <post@deadletter.example>',
  to: 'Odile@WickHarbor.example',
  subject: 'Grüße <b>aus</b> Wick Harbor',
  text: 'Read https://deadletter.example/a?b=1&c=2.\nOr https://deadletter.example/text-only',
  html: '<html><head></head><body><a href="https://deadletter.example/a?b=1&amp;c=2">Read</a><script>alert(1)</script></body></html>',
};

async function post({ smtpUrl }: Mailbox, letter: object = LETTER): Promise<void> {
  const transport = createTransport(smtpUrl);
  await transport.sendMail(letter);
  transport.close();
}

async function list({ url }: Mailbox, to = ''): Promise<Message[]> {
  const reply = await fetch(`${url}/api/messages?to=${encodeURIComponent(to)}`);
  return ((await reply.json()) as { messages: Message[] }).messages;
}

async function newest(mailbox: Mailbox): Promise<Message> {
  const [first] = await list(mailbox);
  const reply = await fetch(`${mailbox.url}/api/messages/${first?.id ?? ''}`);
  return (await reply.json()) as Message;
}

test('what is sent can be read: sender, recipient, subject, both bodies and every link once', async () => {
  const mailbox = await start();
  await post(mailbox);
  expect(await newest(mailbox)).toMatchObject({
    from: 'The Dead Letter Club <post@deadletter.example>',
    to: ['odile@wickharbor.example'],
    subject: LETTER.subject,
    text: expect.stringContaining('text-only') as string,
    html: expect.stringContaining('<a href=') as string,
    links: ['https://deadletter.example/a?b=1&c=2', 'https://deadletter.example/text-only'],
  });
});

test('a page whose name was made to point here reads nothing, and no other site deletes anything', async () => {
  const mailbox = await start();
  const { port } = new URL(mailbox.url);
  const statusFor = async (method: string, headers: Record<string, string>) =>
    (await send(mailbox.url, { method, target: '/api/messages', headers, body: null })).status;
  expect(await statusFor('GET', { host: `evil.example:${port}` })).toBe(421);
  expect(await statusFor('GET', { host: '127.0.0.1.evil.example' })).toBe(421);
  expect(await statusFor('DELETE', { origin: 'https://evil.example' })).toBe(403);
  expect(await statusFor('DELETE', { origin: 'null' })).toBe(403);
  // Else the origin of its own forms would be `null` too.
  expect((await fetch(mailbox.url)).headers.get('referrer-policy')).toBe('same-origin');
  expect(await statusFor('DELETE', { host: `localhost:${port}`, origin: `http://localhost:${port}` })).toBe(204);
});

test('the list is newest first, and by recipient without regard to case', async () => {
  const mailbox = await start();
  for (const [to, subject] of [
    ['a@x.example', 'one'],
    ['b@x.example', 'two'],
    ['a@x.example', 'three'],
  ]) {
    await post(mailbox, { ...LETTER, to, subject });
  }
  expect((await list(mailbox)).map(({ subject }) => subject)).toEqual(['three', 'two', 'one']);
  expect((await list(mailbox, 'A@X.example')).map(({ subject }) => subject)).toEqual(['three', 'one']);
});

test('the pages keep an email’s markup to itself', async () => {
  const mailbox = await start();
  await post(mailbox);
  const { id } = await newest(mailbox);
  const page = await (await fetch(`${mailbox.url}/${id}`)).text();
  expect(page).toContain('Grüße &lt;b&gt;aus&lt;/b&gt; Wick Harbor');
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  const email = await fetch(`${mailbox.url}/${id}/html`);
  expect(email.headers.get('content-security-policy')).toMatch(/^sandbox allow-popups [^;]*; default-src 'none'/);
  expect(email.headers.get('content-security-policy')).not.toContain('allow-scripts');
  expect(await email.text()).toContain('<head><base target="_blank">');
});

test('the plain text’s web addresses are links, and its headers are shown', async () => {
  const mailbox = await start();
  await post(mailbox);
  const { id } = await newest(mailbox);
  const text = await (await fetch(`${mailbox.url}/${id}?view=text`)).text();
  expect(text).toContain('<a href="https://deadletter.example/a?b=1&amp;c=2" target="_blank" rel="noreferrer">');
  const headers = await (await fetch(`${mailbox.url}/${id}?view=headers`)).text();
  expect(headers).toContain('Message-ID');
});

test('no page carries inline script or style, nor leads outside the prefix it is shown under', async () => {
  const mailbox = await start();
  await post(mailbox);
  const { id } = await newest(mailbox);
  for (const path of ['/', `/${id}`, `/${id}?view=headers`, '/nobody']) {
    const page = await fetch(`${mailbox.url}${path}`, { headers: { 'X-Forwarded-Prefix': '/dev/mailbox' } });
    const markup = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(markup).not.toMatch(/<style|style=|<script(?![^>]+src=)|\son\w+=/i);
    const addresses = [...markup.matchAll(/\s(?:href|src|action|data-feed)="([^"]*)"/g)].map((match) => match[1]);
    expect(addresses.filter((address) => address !== 'data:,' && !address?.startsWith('/dev/mailbox/'))).toEqual([]);
  }
});

test('a prefix that is more than a path is not believed', async () => {
  const mailbox = await start();
  const page = await fetch(mailbox.url, { headers: { 'X-Forwarded-Prefix': '//evil.example' } });
  expect(await page.text()).not.toContain('evil');
});

test('messages can be removed one by one, and all together', async () => {
  const mailbox = await start();
  for (const subject of ['one', 'two', 'three']) await post(mailbox, { ...LETTER, subject });
  const { id } = await newest(mailbox);
  const removed = await fetch(`${mailbox.url}/api/messages/${id}`, { method: 'DELETE' });
  expect([removed.status, (await list(mailbox)).length]).toEqual([204, 2]);
  expect((await fetch(`${mailbox.url}/api/messages/${id}`)).status).toBe(404);
  await fetch(`${mailbox.url}/empty`, { method: 'POST' });
  expect(await list(mailbox)).toEqual([]);
});

test('with a data folder, messages survive a restart; of many, the newest 500 are kept', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'mailbox-'));
  const first = await start(dataDir);
  const transport = createTransport({ url: first.smtpUrl, pool: true });
  for (let n = 1; n <= 502; n += 1) await transport.sendMail({ ...LETTER, subject: `letter ${n}` });
  transport.close();
  await first.close();
  const subjects = (await list(await start(dataDir))).map(({ subject }) => subject);
  expect([subjects.length, subjects[0], subjects.at(-1)]).toEqual([500, 'letter 502', 'letter 3']);
  await rm(dataDir, { recursive: true });
});

test.each([
  ['bounce', 550],
  ['busy', 451],
])('email to %s@ is refused with %i', async (name, responseCode) => {
  const mailbox = await start();
  await expect(post(mailbox, { ...LETTER, to: `${name}@x.example` })).rejects.toMatchObject({ responseCode });
  expect(await list(mailbox)).toEqual([]);
});

test.each(['connection', 'login', 'sender', 'recipient', 'message'])(
  'every email is refused at the %s for as long as it is told to',
  async (stage) => {
    const mailbox = await start();
    const withLogin = { ...mailbox, smtpUrl: mailbox.smtpUrl.replace('//', '//club:hush@') };
    const body = JSON.stringify({ stage, answer: '550 5.4.5 Daily sending quota exceeded' });
    expect((await fetch(`${mailbox.url}/api/refusals`, { method: 'POST', body })).status).toBe(204);
    await expect(post(withLogin)).rejects.toMatchObject({ responseCode: 550 });
    await fetch(`${mailbox.url}/api/refusals`, { method: 'DELETE' });
    await post(withLogin);
    expect(await list(mailbox)).toHaveLength(1);
  },
);

test.each([{ stage: 'lunch', answer: '550 No' }, { stage: 'sender', answer: '250 OK' }, null])(
  'a refusal that is none is refused: %j',
  async (refusal) => {
    const mailbox = await start();
    const body = JSON.stringify(refusal);
    expect((await fetch(`${mailbox.url}/api/refusals`, { method: 'POST', body })).status).toBe(400);
  },
);
