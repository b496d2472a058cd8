import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { listenLocally } from '../../../test/server/listen-locally.ts';

/** Forwards connections to the primary and closes all when the primary changes, as `deploy/haproxy/postgres.cfg` does. */
export class PrimaryProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #primary: number;

  private constructor(server: Server, primary: number) {
    this.#server = server;
    this.#primary = primary;
    server.on('connection', (client) => this.#lead(client));
  }

  /** @param primary its port on this machine */
  static async open(primary: number): Promise<PrimaryProxy> {
    const server = createServer({ noDelay: true });
    await listenLocally(server);
    return new PrimaryProxy(server, primary);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  leadTo(primary: number): void {
    this.#primary = primary;
    this.#closeConnections();
  }

  close(): void {
    this.#closeConnections();
    this.#server.close();
  }

  #lead(client: Socket): void {
    const server = connect({ port: this.#primary, host: '127.0.0.1', noDelay: true });
    for (const [socket, peer] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        peer.destroy();
      });
      socket.pipe(peer);
    }
  }

  #closeConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
