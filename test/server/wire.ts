import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { listenLocally } from './listen-locally.ts';

/** What becomes of a request: it passes, never arrives, or is carried out and its answer lost. */
export type Fate = 'passes' | 'never arrives' | 'answer lost';

/** A wire between two programs that may break at the worst moment. It carries bytes and knows nothing of what they mean. */
export class Wire {
  readonly port: number;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #decide: (request: Buffer) => Fate = () => 'passes';
  #onBreak: () => void = () => undefined;
  #isSilent = false;
  /** The wire drops these sockets' bytes and never closes them. */
  readonly #silenced = new Set<Socket>();

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  /** Leads to that port of this machine. */
  static async open(target: number): Promise<Wire> {
    const server = createServer({ noDelay: true });
    await listenLocally(server);
    const wire = new Wire(server);
    server.on('connection', (client) => wire.#lead(client, target));
    return wire;
  }

  /** `decide` is called for all sent data, and `onBreak` exactly when a connection breaks because of it. */
  breakWhen(decide: (request: Buffer) => Fate, onBreak: () => void = () => undefined): void {
    this.#decide = decide;
    this.#onBreak = onBreak;
  }

  mend(): void {
    this.breakWhen(() => 'passes');
  }

  /** From now on drops all bytes in both directions and reports no closed connection, like a broken network path. */
  fallSilent(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets) this.#silenced.add(socket);
  }

  /** New connections work again; those from before and during the silence never do. */
  endSilence(): void {
    this.#isSilent = false;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #lead(client: Socket, target: number): void {
    if (this.#isSilent) return this.#swallow(client);
    const server = connect({ port: target, host: '127.0.0.1', noDelay: true });
    let losesAnswer = false;
    client.on('data', (bytes) => {
      if (this.#silenced.has(client)) return;
      const fate = this.#decide(bytes);
      if (fate === 'never arrives') return this.#break(client, server);
      losesAnswer ||= fate === 'answer lost';
      server.write(bytes);
    });
    // The answer has begun, so the request was carried out.
    server.on('data', (bytes) => {
      if (losesAnswer) this.#break(client, server);
      else if (!this.#silenced.has(server)) client.write(bytes);
    });
    this.#joinFates(client, server);
    this.#joinFates(server, client);
  }

  #swallow(client: Socket): void {
    this.#sockets.add(client);
    this.#silenced.add(client);
    client.on('error', () => undefined).resume();
    client.on('close', () => this.#remove(client));
  }

  #remove(socket: Socket): void {
    this.#sockets.delete(socket);
    this.#silenced.delete(socket);
  }

  #break(client: Socket, server: Socket): void {
    this.#onBreak();
    client.destroy();
    server.destroy();
  }

  #joinFates(socket: Socket, peer: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      // A silent path doesn't report the close to the other side either.
      if (!this.#silenced.has(socket)) peer.destroy();
      this.#remove(socket);
    });
  }
}
