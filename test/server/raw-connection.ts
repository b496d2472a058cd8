import { connect, type Socket } from 'node:net';

/** A visitor's connection, byte by byte. */
export class RawConnection {
  /** Everything that has arrived. */
  received = '';
  readonly closed: Promise<void>;
  readonly #socket: Socket;

  constructor(siteUrl: string, { reads = true } = {}) {
    const { port, hostname } = new URL(siteUrl);
    this.#socket = connect(Number(port), hostname.replace('localhost', '127.0.0.1'));
    this.closed = new Promise((resolve) => this.#socket.once('close', () => resolve()));
    this.#socket.on('error', () => undefined).setEncoding('latin1');
    if (reads) this.#socket.on('data', (text: string) => (this.received += text));
    else this.#socket.pause();
  }

  /** Sends a line end, since a paused socket notices a closed connection only when a write fails. */
  get isOpen(): boolean {
    if (this.#socket.isPaused()) this.#socket.write('\r\n');
    return !this.#socket.destroyed;
  }

  /** @returns whether all of it was taken at once */
  write(bytes: string): boolean {
    return this.#socket.write(bytes);
  }

  close(): void {
    this.#socket.destroy();
  }
}
