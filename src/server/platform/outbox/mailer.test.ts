import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startMailbox } from '../../../../fakes/mailbox/mailbox.ts';
import { acceptEmails, receivedEmails, refuseEmails } from '../../../../test/clients/mailbox.ts';
import { DeliveryError, openMailer } from './mailer.ts';

const SENDER = { from: 'The Club <post@example.com>', supportEmail: 'support@example.com' } as const;

test('an email that would wait for too long is not kept: another user may be sending it by then', async () => {
  let connections = 0;
  const silent = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
  });
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const mailer = openMailer({ ...SENDER, smtpUrl: `smtp://127.0.0.1:${port}` }, { patienceMs: 1_000 });
  const email = { to: 'reader@example.com', subject: 'Letter', html: '<p>Letter</p>', text: 'Letter' };
  const sent = ['1', '2', '3', '4', '5', '6', '7'].map((id) =>
    mailer.inTurn(() => mailer.send({ ...email, messageId: `<${id}@example.com>` })),
  );
  const outcomes = await Promise.allSettled(sent);
  const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  expect(failures.map((failure) => failure instanceof DeliveryError && failure.answer).slice(5)).toEqual([
    'EBUSY',
    'EBUSY',
  ]);
  expect(connections).toBe(5);
  mailer.close();
  silent.close();
});

test('a mail server elsewhere is given nothing without TLS, unless its address says so', async () => {
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  // The same machine by a non-loopback address.
  const elsewhere = mailbox.smtpUrl.replace('127.0.0.1', '0.0.0.0');
  await expect(send(elsewhere, 'refused@example.com')).rejects.toBeInstanceOf(DeliveryError);
  await send(`${elsewhere}?requireTLS=false`, 'private@example.com');
  await send(mailbox.smtpUrl, 'loopback@example.com');
  const received = (to: string) => receivedEmails(mailbox.url, to);
  expect(await received('refused@example.com')).toEqual([]);
  for (const to of ['private@example.com', 'loopback@example.com']) expect(await received(to)).toHaveLength(1);
  await mailbox.close();
});

test('an email carries its key, the same each time, in the header by which its relay knows it again', async () => {
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  await send(mailbox.smtpUrl, 'keyed@example.com', 'Resend-Idempotency-Key');
  const [email] = await receivedEmails(mailbox.url, 'keyed@example.com');
  expect(email?.headers).toContainEqual({ name: 'Resend-Idempotency-Key', value: '<keyed@example.com>' });
  await mailbox.close();
});

test.each([
  ['connection', '554 5.7.1 Your address is blocked', 'unreachable'],
  ['login', '535 5.7.8 Wrong password', 'login'],
  ['sender', '553 Sender address rejected', 'sender'],
  ['sender', '550 5.4.5 Daily sending quota exceeded', 'quota'],
  ['recipient', '550 5.1.7 Bad sender', 'sender'],
  ['recipient', '554 Transaction failed', 'message'],
  ['message', '554 Message rejected: Email address is not verified', 'message'],
] as const)('a refusal at the %s (%s) is judged by its stage', async (stage, answer, refusal) => {
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  await refuseEmails(mailbox.url, stage, answer);
  const withLogin = mailbox.smtpUrl.replace('//', '//club:hush@');
  const sent = send(withLogin, 'reader@example.com');
  await expect(sent).rejects.toMatchObject({ answer, judgment: { refusal, final: false } });
  await acceptEmails(mailbox.url);
  await send(withLogin, 'reader@example.com');
  expect(await receivedEmails(mailbox.url, 'reader@example.com')).toHaveLength(1);
  await mailbox.close();
});

test('a reply to any email goes to SUPPORT_EMAIL', async () => {
  const mailbox = await startMailbox({ smtpPort: 0, httpPort: 0 });
  await send(mailbox.smtpUrl, 'reader@example.com');
  const [email] = await receivedEmails(mailbox.url, 'reader@example.com');
  expect(email?.headers).toContainEqual({ name: 'Reply-To', value: 'support@example.com' });
  await mailbox.close();
});

async function send(smtpUrl: string, to: string, keyHeader?: string): Promise<void> {
  const mailer = openMailer({ ...SENDER, smtpUrl, ...(keyHeader && { keyHeader }) });
  const email = { to, messageId: `<${to}>`, subject: 'Letter', html: '<p>Letter</p>', text: 'Letter' };
  await mailer.send(email).finally(() => mailer.close());
}
