import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { DeliveryError, openMailer } from './mailer.ts';

test('an email that would wait for too long is not kept: another user may be sending it by then', async () => {
  let connections = 0;
  const silent = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
  });
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const mailer = openMailer(
    { smtpUrl: `smtp://127.0.0.1:${port}`, from: 'The Club <post@example.com>' },
    { patienceMs: 1_000 },
  );
  const email = { to: 'reader@example.com', subject: 'Letter', html: '<p>Letter</p>', text: 'Letter' };
  const sent = ['1', '2', '3', '4', '5', '6', '7'].map((id) =>
    mailer.send({ ...email, messageId: `<${id}@example.com>` }),
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
