import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { MessageStore } from './message-store.ts';
import { type Refusals, smtpError } from './refusals.ts';

/** Recipients that fail on purpose, by the part before the `@`. */
const MAGIC_RECIPIENTS: Record<string, string> = {
  bounce: '550 5.1.1 No such person at this address',
  busy: '451 4.3.0 Try again later',
};

export async function startSmtp(store: MessageStore, refusals: Refusals, port: number) {
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: 10 * 1024 * 1024,
    // Clients hold idle connections open, and the default wait is half a minute.
    closeTimeout: 200,
    onConnect: (_session, done) => done(refusals.at('connection')),
    onAuth: (_auth, _session, done) => done(refusals.at('login'), { user: 'anybody' }),
    onMailFrom: (_address, _session, done) => done(refusals.at('sender')),
    onRcptTo: ({ address }, _session, done) => done(refusals.at('recipient') ?? magicRefusal(address)),
    onData: callbackify(async (stream: SMTPServerDataStream, { envelope }: SMTPServerSession) => {
      const recipients = envelope.rcptTo.map(({ address }) => address);
      const raw = await buffer(stream);
      const refusal = refusals.at('message');
      if (refusal !== null) throw refusal;
      await store.add(recipients, raw);
    }),
  });
  // A client that disconnects in mid-message needs no log line.
  server.on('error', () => {});
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

function magicRefusal(address: string): Error | null {
  const answer = MAGIC_RECIPIENTS[address.split('@')[0]?.toLowerCase() ?? ''];
  return answer === undefined ? null : smtpError(answer);
}
