import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where in a call to the provider something happens: before it gets there, or after it was carried out and before its answer. */
export type Moment = 'before' | 'after';

interface Ambush {
  readonly call: RegExp;
  readonly moment: Moment;
  readonly act: () => Promise<Outcome>;
}

/** What becomes of the call: whoever made a call that is cut off never gets an answer. */
export type Outcome = 'go on' | 'cut off';

/** Stands between the shop and the provider, to act at one exact moment of their conversation. */
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

  /**
   * Does something at that moment of the next such call, while the call waits.
   * @param call matches `METHOD /path`
   * @returns when it is done
   */
  ambush(call: RegExp, moment: Moment, act: () => Promise<Outcome>): Promise<void> {
    return new Promise((resolve) => {
      this.#ambush = {
        call,
        moment,
        act() {
          const acting = act();
          resolve(acting.then(() => undefined));
          return acting.catch(() => 'cut off' as const);
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
    if (ambush?.moment === 'before' && (await ambush.act()) === 'cut off') return void res.destroy();
    const answer = await this.#forward(req);
    if (ambush?.moment === 'after' && (await ambush.act()) === 'cut off') return void res.destroy();
    const requestId = answer.headers.get('request-id') ?? '';
    res.writeHead(answer.status, { 'content-type': 'application/json', 'request-id': requestId });
    res.end(await answer.text());
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
