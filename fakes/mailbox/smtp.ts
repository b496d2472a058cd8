import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { MessageStore } from './message-store.ts';

/** Recipients that fail on purpose, by the part before the `@`. */
const MAGIC_RECIPIENTS: Record<string, { readonly code: number; readonly words: string }> = {
  bounce: { code: 550, words: 'No such person at this address' },
  busy: { code: 451, words: 'Try again later' },
};

export async function startSmtp(store: MessageStore, port: number) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: 10 * 1024 * 1024,
    // Clients hold idle connections open, and the default wait is half a minute.
    closeTimeout: 200,
    onAuth: (_auth, _session, done) => done(null, { user: 'anybody' }),
    onRcptTo: ({ address }, _session, done) => done(refusal(address)),
    onData: callbackify(async (stream: SMTPServerDataStream, { envelope }: SMTPServerSession) => {
      const recipients = envelope.rcptTo.map(({ address }) => address);
      await store.add(recipients, await buffer(stream));
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

function refusal(address: string): Error | null {
  const magic = MAGIC_RECIPIENTS[address.split('@')[0]?.toLowerCase() ?? ''];
  return magic ? Object.assign(new Error(magic.words), { responseCode: magic.code }) : null;
}
