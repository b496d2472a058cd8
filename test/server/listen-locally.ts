import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import type { ServerType } from '@hono/node-server';

/** Starts a server on this machine, on any free port. @returns its address */
export async function listenLocally(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Does not wait for its connections. */
export function closeNow(server: ServerType): void {
  if ('closeAllConnections' in server) server.closeAllConnections();
  server.close();
}
