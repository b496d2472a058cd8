import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Where in a call to the provider something happens: before it gets there, or after it was carried out and before its answer. */
export type Moment = 'before' | 'after';

interface Ambush {
  readonly call: RegExp;
  readonly moment: Moment;
  readonly act: () => Promise<Outcome>;
}

/** What becomes of the call: whoever made a call that is cut off never gets an answer. */
export type Outcome = 'go on' | 'cut off';

/** Calls that were watched: how many there were, and how many at most at the same time. */
export interface Traffic {
  calls: number;
  atOnce: number;
}

interface Watch {
  readonly call: RegExp;
  readonly takesMs: number;
  readonly traffic: Traffic;
  underWay: number;
}

/** Stands between the shop and the provider, to act at one exact moment of their conversation. */
export class StripeProxy {
  readonly url: string;
  readonly #server: Server;
  readonly #stripeUrl: string;
  #ambush: Ambush | null = null;
  #watch: Watch | null = null;

  private constructor(server: Server, stripeUrl: string) {
    this.#server = server;
    this.#stripeUrl = stripeUrl;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async open(stripeUrl: string): Promise<StripeProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new StripeProxy(server, stripeUrl);
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

  /**
   * Counts such calls from now on, in place of those watched before.
   * @param takesMs how long each of them takes at least
   */
  watch(call: RegExp, takesMs = 0): Traffic {
    const traffic = { calls: 0, atOnce: 0 };
    this.#watch = { call, takesMs, traffic, underWay: 0 };
    return traffic;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const ambush = this.#ambush?.call.test(`${req.method} ${req.url}`) ? this.#ambush : null;
    if (ambush !== null) this.#ambush = null;
    if (ambush?.moment === 'before' && (await ambush.act()) === 'cut off') return void res.destroy();
    const answer = await this.#watched(`${req.method} ${req.url}`, () => this.#forward(req));
    if (ambush?.moment === 'after' && (await ambush.act()) === 'cut off') return void res.destroy();
    const requestId = answer.headers.get('request-id') ?? '';
    res.writeHead(answer.status, { 'content-type': 'application/json', 'request-id': requestId });
    res.end(await answer.text());
  }

  async #watched(line: string, forward: () => Promise<Response>): Promise<Response> {
    const watch = this.#watch?.call.test(line) ? this.#watch : null;
    if (watch === null) return await forward();
    watch.underWay += 1;
    watch.traffic.calls += 1;
    watch.traffic.atOnce = Math.max(watch.traffic.atOnce, watch.underWay);
    await sleep(watch.takesMs);
    return await forward().finally(() => void (watch.underWay -= 1));
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
    return await fetch(`${this.#stripeUrl}${req.url}`, { method, headers, ...body });
  }
}
