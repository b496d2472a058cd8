import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Answers a connection's requests one after another, and bounds those that wait (decision 018). */
export class PipelineLimit {
  readonly #answer: RequestListener;
  readonly #mostOfOne: number;
  readonly #mostInAll: number;
  readonly #waiting = new WeakMap<Socket, number>();
  #inAll = 0;

  constructor(answer: RequestListener, { mostOfOne = 32, mostInAll = 4_000 } = {}) {
    this.#answer = answer;
    this.#mostOfOne = mostOfOne;
    this.#mostInAll = mostInAll;
  }

  /** Closes the connection of a request that may not wait. */
  handle(req: IncomingMessage, res: ServerResponse): void {
    // Node gives a response its socket once it is the first in line.
    if (res.socket !== null) this.#answer(req, res);
    else if (!req.socket.destroyed) this.#wait(req, res);
  }

  #wait(req: IncomingMessage, res: ServerResponse): void {
    const { socket } = req;
    const waiting = this.#waiting.get(socket);
    if ((waiting ?? 0) >= this.#mostOfOne || this.#inAll >= this.#mostInAll) return closeAtOnce(socket);
    if (waiting === undefined) socket.once('close', () => this.#count(socket, -(this.#waiting.get(socket) ?? 0)));
    this.#count(socket, 1);
    const assignSocket = res.assignSocket.bind(res);
    res.assignSocket = (own) => {
      assignSocket(own);
      this.#count(socket, -1);
      this.#answer(req, res);
    };
  }

  #count(socket: Socket, change: number): void {
    this.#waiting.set(socket, (this.#waiting.get(socket) ?? 0) + change);
    this.#inAll += change;
  }
}

/** What Node's parser is told at an upgrade, after which no more requests come. */
const NO_MORE_REQUESTS = 2;

/** Otherwise the rest of the piece would become requests, which are held until all connections of this turn are read. */
function closeAtOnce(socket: Socket): void {
  const { parser } = socket as { parser?: { onIncoming: () => number } | null };
  if (parser) parser.onIncoming = () => NO_MORE_REQUESTS;
  socket.destroy();
}
