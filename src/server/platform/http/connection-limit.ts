import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';

/** For files, the database, Stripe and mail; half of it for refusals. */
const MOST_RESERVED = 256;

/** Keeps file descriptors free: beyond its limit a connection is told 503 at its first request. */
export class ConnectionLimit {
  readonly #most: number;
  readonly #reserved: number;
  readonly #log: Logger;
  readonly #shed = new WeakSet<Socket>();
  #open = 0;
  #shedCount = 0;

  constructor(log: Logger, descriptors = descriptorLimit()) {
    this.#log = log;
    this.#reserved = Math.min(MOST_RESERVED, Math.floor(descriptors / 3));
    this.#most = descriptors - this.#reserved;
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.#open += 1;
      socket.once('close', () => this.#leave());
      if (this.#open <= this.#most) return;
      server.closeIdleConnections();
      if (this.#open > this.#most) this.#shedConnection(socket);
    });
  }

  sheds(socket: Socket): boolean {
    return this.#shedCount > 0 && this.#shed.has(socket);
  }

  #shedConnection(socket: Socket): void {
    if (this.#shedCount === 0) {
      const facts = { connections: this.#open, most: this.#most };
      this.#log.error(facts, 'out of file descriptors: new visitors are told to come back');
    }
    this.#shedCount += 1;
    this.#shed.add(socket);
    if (this.#open > this.#most + this.#reserved / 2) socket.destroy();
  }

  #leave(): void {
    this.#open -= 1;
    if (this.#shedCount === 0 || this.#open > this.#most / 2) return;
    this.#log.warn({ shed: this.#shedCount }, 'there are file descriptors again');
    this.#shedCount = 0;
  }
}

function descriptorLimit(): number {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } };
  const limit = Number(report.userLimits?.open_files?.soft);
  return Number.isFinite(limit) ? limit : Infinity;
}
