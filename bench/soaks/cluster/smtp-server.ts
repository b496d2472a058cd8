import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { callbackify } from 'node:util';

const MESSAGE_ID = /^message-id:\s*<([^@>]+)@/im;

/** A mail server that notes when each email of the outbox has arrived. */
export async function openSmtpServer(host: string) {
  const received = new Map<string, readonly number[]>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onData: callbackify(async (stream: SMTPServerDataStream, _session: SMTPServerSession) => {
      const [, id = 'without an id'] = MESSAGE_ID.exec((await buffer(stream)).toString()) ?? [];
      received.set(id, [...(received.get(id) ?? []), performance.now()]);
    }),
  });
  server.on('error', () => undefined);
  server.listen(0, host);
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    /** By the id of the outbox. */
    received: received as ReadonlyMap<string, readonly number[]>,
    countDoubled: () => [...received.values()].filter((times) => times.length > 1).length,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
