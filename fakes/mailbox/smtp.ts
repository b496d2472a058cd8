import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import type { MessageStore } from './message-store.ts';

/** Recipients that make a mail server's bad days happen, by the part before the `@`. */
const MAGIC_RECIPIENTS: Record<string, { readonly code: number; readonly words: string }> = {
  bounce: { code: 550, words: 'No such person at this address' },
  busy: { code: 451, words: 'Try again later' },
};

/** Takes any mail for anybody on 127.0.0.1, except for the magic recipients. */
export async function startSmtp(store: MessageStore, port: number) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: 10 * 1024 * 1024,
    // Clients keep idle connections open; half a minute would be the default wait for them.
    closeTimeout: 200,
    onAuth: (_auth, _session, done) => done(null, { user: 'anybody' }),
    onRcptTo: ({ address }, _session, done) => done(refusal(address)),
    onData: callbackify(async (stream: SMTPServerDataStream, { envelope }: SMTPServerSession) => {
      const recipients = envelope.rcptTo.map(({ address }) => address);
      await store.add(recipients, await buffer(stream));
    }),
  });
  // A client that hangs up in the middle of a mail is its own trouble.
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
