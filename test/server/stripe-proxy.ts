import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeNow, listenLocally } from './listen-locally.ts';

/** Where in a call to Stripe something happens: before it gets there, or after it was carried out and before its answer. */
export type Moment = 'before' | 'after';

/** `cut off`: the caller never gets an answer. */
type Outcome = 'go on' | 'cut off';

/** Stands between the shop and Stripe, to act at one exact moment of their conversation. */
export async function openStripeProxy(stripeUrl: string) {
  let awaited: { call: RegExp; moment: Moment; act: () => Promise<Outcome> } | null = null;
  let watch = { call: /^$/, takesMs: 0, underWay: 0, traffic: { calls: 0, atOnce: 0 } };

  async function pass(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const line = `${req.method} ${req.url}`;
    const ambush = awaited?.call.test(line) ? awaited : null;
    if (ambush !== null) awaited = null;
    if (ambush?.moment === 'before' && (await ambush.act()) === 'cut off') return void res.destroy();
    const answer = watch.call.test(line) ? await counted(req) : await forward(stripeUrl, req);
    if (ambush?.moment === 'after' && (await ambush.act()) === 'cut off') return void res.destroy();
    const requestId = answer.headers.get('request-id') ?? '';
    res.writeHead(answer.status, { 'content-type': 'application/json', 'request-id': requestId });
    res.end(await answer.text());
  }

  async function counted(req: IncomingMessage): Promise<Response> {
    const counting = watch;
    counting.underWay += 1;
    counting.traffic.calls += 1;
    counting.traffic.atOnce = Math.max(counting.traffic.atOnce, counting.underWay);
    await sleep(counting.takesMs);
    return await forward(stripeUrl, req).finally(() => void (counting.underWay -= 1));
  }

  const server = createServer((req, res) => void pass(req, res));
  return {
    url: await listenLocally(server),
    /**
     * Does something at that moment of the next such call, while the call waits.
     * @param call matches `METHOD /path`
     * @returns when it is done
     */
    ambush: (call: RegExp, moment: Moment, act: () => Promise<Outcome>) =>
      new Promise<void>((resolve) => {
        const start = () => {
          const acting = act();
          resolve(acting.then(() => undefined));
          return acting.catch(() => 'cut off' as const);
        };
        awaited = { call, moment, act: start };
      }),
    /**
     * From now on counts only such calls: their total, and the most at the same time.
     * @param takesMs how long each of them takes at least
     */
    watch(call: RegExp, takesMs = 0) {
      watch = { call, takesMs, underWay: 0, traffic: { calls: 0, atOnce: 0 } };
      return watch.traffic;
    },
    close: () => closeNow(server),
  };
}

async function forward(stripeUrl: string, req: IncomingMessage): Promise<Response> {
  const headers = new Headers();
  for (const name of ['authorization', 'content-type', 'idempotency-key', 'stripe-version']) {
    const value = req.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const { method = 'GET' } = req;
  const body = method === 'POST' ? { body: new Uint8Array(await buffer(req)) } : {};
  return await fetch(`${stripeUrl}${req.url}`, { method, headers, ...body });
}
