import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { answersWell } from './program.ts';

const HOST = '127.0.0.1';
const LOOK_EVERY_MS = 100;

/**
 * Like a load balancer with health checks: sends each connection to the next port whose `/readyz` just answered 200. If none of
 * those accepts it, tries the others.
 */
export async function openBalancer(ownPort: number, ports: readonly number[]) {
  const ready = new Set<number>();
  let turn = 0;
  const look = setInterval(() => {
    for (const port of ports) {
      void answersWell(`http://${HOST}:${port}/readyz`).then((isReady) =>
        isReady ? ready.add(port) : ready.delete(port),
      );
    }
  }, LOOK_EVERY_MS);
  const inOrder = () => {
    turn += 1;
    const inTurn = turn % 2 === 0 ? ports : ports.toReversed();
    return [...inTurn.filter((port) => ready.has(port)), ...inTurn.filter((port) => !ready.has(port))];
  };
  const server = createServer({ noDelay: true }, (client) => {
    client.on('error', () => undefined);
    lead(client, inOrder());
  });
  server.listen(ownPort, HOST);
  await once(server, 'listening');
  return {
    close() {
      clearInterval(look);
      server.close();
    },
  };
}

function lead(client: Socket, [port, ...others]: readonly number[]): void {
  if (port === undefined) return void client.destroy();
  const socket = connect({ host: HOST, port, noDelay: true });
  let isConnected = false;
  socket.once('connect', () => {
    isConnected = true;
    client.pipe(socket).pipe(client);
  });
  socket.on('error', () => undefined);
  socket.once('close', () => {
    if (isConnected) client.destroy();
    else lead(client, others);
  });
  client.once('close', () => socket.destroy());
}
