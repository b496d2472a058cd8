import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { callbackify } from 'node:util';

const MESSAGE_ID = /^message-id:\s*<([^@>]+)@/im;

/** A mail server that counts how often each email of the outbox has arrived. */
export async function openSmtpServer(host: string) {
  const counts = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData: callbackify(async (stream: SMTPServerDataStream, _session: SMTPServerSession) => {
      const [, id = 'without an id'] = MESSAGE_ID.exec((await buffer(stream)).toString()) ?? [];
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }),
  });
  server.on('error', () => undefined);
  server.listen(0, host);
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    /** By the id of the outbox. */
    counts: counts as ReadonlyMap<string, number>,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
