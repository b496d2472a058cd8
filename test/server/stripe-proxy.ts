import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenLocally } from './listen-locally.ts';

/** Where in a call to Stripe something happens: before it gets there, or after it was carried out and before its answer. */
export type Moment = 'before' | 'after';

interface Ambush {
  readonly call: RegExp;
  readonly moment: Moment;
  readonly act: () => Promise<Outcome>;
}

/** What becomes of the call: the caller of one that is cut off never gets an answer. */
export type Outcome = 'go on' | 'cut off';

interface Watch {
  readonly call: RegExp;
  readonly takesMs: number;
  /** How many calls there were, and how many at most at the same time. */
  readonly traffic: { calls: number; atOnce: number };
  underWay: number;
}

/** Stands between the shop and Stripe, to act at one exact moment of their conversation. */
export class StripeProxy {
  #ambush: Ambush | null = null;
  #watch: Watch | null = null;
  readonly #server = createServer((req, res) => void this.#pass(req, res));

  private constructor(
    readonly stripeUrl: string,
    public url: string,
  ) {}

  static async open(stripeUrl: string): Promise<StripeProxy> {
    const proxy = new StripeProxy(stripeUrl, '');
    proxy.url = await listenLocally(proxy.#server);
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
  watch(call: RegExp, takesMs = 0): Watch['traffic'] {
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
    const headers = new Headers();
    for (const name of ['authorization', 'content-type', 'idempotency-key', 'stripe-version']) {
      const value = req.headers[name];
      if (typeof value === 'string') headers.set(name, value);
    }
    const { method = 'GET' } = req;
    const body = method === 'POST' ? { body: new Uint8Array(await buffer(req)) } : {};
    return await fetch(`${this.stripeUrl}${req.url}`, { method, headers, ...body });
  }
}
