import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { Place } from './request-load.ts';

/** Of a machine that may be cut off. */
const CONNECTED_WITHIN_MS = 500;

/** Leads each connection to the first of some places that takes it, as a name with several addresses does. */
export async function openWay(own: Place, placesFor: () => readonly Place[], withinMs = CONNECTED_WITHIN_MS) {
  const server = createServer({ noDelay: true }, (client) => {
    client.on('error', () => undefined);
    lead(client, placesFor(), withinMs);
  });
  server.listen(own.port, own.host);
  await once(server, 'listening');
  return { close: () => server.close() };
}

function lead(client: Socket, [target, ...others]: readonly Place[], withinMs: number): void {
  if (target === undefined) return void client.destroy();
  const socket = connect({ ...target, noDelay: true });
  const late = setTimeout(() => socket.destroy(), withinMs);
  let isConnected = false;
  socket.once('connect', () => {
    isConnected = true;
    clearTimeout(late);
    client.pipe(socket).pipe(client);
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    clearTimeout(late);
    if (isConnected) client.destroy();
    else lead(client, others, withinMs);
  });
  client.once('close', () => socket.destroy());
}
