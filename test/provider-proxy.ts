import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where in a call to the provider something happens: before it gets there, or after it was carried out and before its answer. */
export type Moment = 'before' | 'after';

interface Ambush {
  /** `METHOD /path` of the call, as a pattern. */
  readonly call: RegExp;
  readonly moment: Moment;
  readonly strike: () => void;
}

/** Stands between the shop and the provider, to strike at one exact moment of their conversation. */
export class ProviderProxy {
  readonly url: string;
  readonly #server: Server;
  readonly #providerUrl: string;
  #ambush: Ambush | null = null;

  private constructor(server: Server, providerUrl: string) {
    this.#server = server;
    this.#providerUrl = providerUrl;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async open(providerUrl: string): Promise<ProviderProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new ProviderProxy(server, providerUrl);
    server.on('request', (req, res) => void proxy.#pass(req, res));
    return proxy;
  }

  /** Strikes once, at that moment of the next such call; whoever made it never gets an answer. Resolves when it has happened. */
  strikeAt(call: RegExp, moment: Moment, strike: () => void): Promise<void> {
    return new Promise((resolve) => {
      this.#ambush = {
        call,
        moment,
        strike: () => {
          strike();
          resolve();
        },
      };
    });
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const ambush = this.#ambush?.call.test(`${req.method} ${req.url}`) ? this.#ambush : null;
    if (ambush !== null) this.#ambush = null;
    if (ambush?.moment === 'before') return this.#hit(ambush, res);
    const answer = await this.#forward(req);
    if (ambush?.moment === 'after') return this.#hit(ambush, res);
    res.writeHead(answer.status, {
      'content-type': 'application/json',
      'request-id': answer.headers.get('request-id') ?? '',
    });
    res.end(await answer.text());
  }

  #hit({ strike }: Ambush, res: ServerResponse): void {
    strike();
    res.destroy();
  }

  async #forward(req: IncomingMessage): Promise<Response> {
    const chunks: Buffer[] = [];
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
    const { authorization = '', 'content-type': type, 'idempotency-key': key, 'stripe-version': version } = req.headers;
    const headers = new Headers({ authorization });
    if (type !== undefined) headers.set('content-type', type);
    if (typeof key === 'string') headers.set('idempotency-key', key);
    if (typeof version === 'string') headers.set('stripe-version', version);
    const { method = 'GET' } = req;
    const body = method === 'POST' ? { body: Buffer.concat(chunks) } : {};
    return await fetch(`${this.#providerUrl}${req.url}`, { method, headers, ...body });
  }
}
