import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { isForUs, isOwnOrigin } from '../callers.ts';
import { openMessageStore } from './message-store.ts';
import { openRefusals } from './refusals.ts';
import { startSmtp } from './smtp.ts';
import { mailboxViewer } from './viewer.ts';

export interface MailboxOptions {
  /** 0 takes any free port. */
  readonly smtpPort: number;
  readonly httpPort: number;
  /** Holds the messages; unset keeps them in memory. */
  readonly dataDir?: string;
}

export interface Mailbox {
  readonly smtpUrl: string;
  /** The viewer's URL, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** A mail server that delivers nothing, with a viewer of its messages, on 127.0.0.1. */
export async function startMailbox({ smtpPort, httpPort, dataDir }: MailboxOptions): Promise<Mailbox> {
  const store = await openMessageStore(dataDir);
  const refusals = openRefusals();
  const smtp = await startSmtp(store, refusals, smtpPort);
  const answer = getRequestListener(mailboxViewer(store, refusals).fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => {
    const { host, origin } = request.headers;
    if (!isForUs(host)) response.writeHead(421).end('No house of that name.');
    else if (!isOwnOrigin(origin, host)) response.writeHead(403).end('Other sites have no business here.');
    else void answer(request, response);
  });
  server.listen(httpPort, '127.0.0.1');
  await once(server, 'listening');
  return {
    smtpUrl: `smtp://127.0.0.1:${smtp.port}`,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await smtp.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
