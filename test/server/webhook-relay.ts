import { createAdaptorServer } from '@hono/node-server';
import { closeNow, listenLocally } from './listen-locally.ts';

export interface Held {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly signature: string;
}

/** Stands between Stripe and the shop, so that a test decides when events arrive, how often, and in which order. */
export async function openWebhookRelay(target: string) {
  let mode: 'pass' | 'hold' | 'refuse' = 'pass';
  let held: Held[] = [];
  async function forward({ body, signature }: Held): Promise<number> {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const answer = await fetch(target, { method: 'POST', body, headers }).catch(() => null);
    await answer?.arrayBuffer();
    return answer?.status ?? 502;
  }
  async function receive(request: Request): Promise<number> {
    const body = new Uint8Array(await request.arrayBuffer());
    const event = { body, signature: request.headers.get('stripe-signature') ?? '' };
    if (mode === 'refuse') return 503;
    if (mode === 'pass') return await forward(event);
    held.push(event);
    return 200;
  }
  const server = createAdaptorServer({
    fetch: async (request) => Response.json({}, { status: await receive(request) }),
  });
  return {
    /** Where Stripe sends its events. */
    url: await listenLocally(server),
    /** From now on events are held here, and Stripe believes them delivered. */
    hold: () => void (mode = 'hold'),
    /** From now on events are refused; Stripe tries again by its own timetable. */
    refuse: () => void (mode = 'refuse'),
    /** From now on events go through. Held events stay held. */
    pass: () => void (mode = 'pass'),
    /** Deletes every held event. */
    lose: () => void (held = []),
    /** Delivers the held events in the order of `setUp`, and keeps them for another delivery. Returns the shop's statuses. */
    async deliver(setUp: (events: readonly Held[]) => readonly Held[] = (events) => events): Promise<number[]> {
      const statuses: number[] = [];
      for (const event of setUp(held)) statuses.push(await forward(event));
      return statuses;
    },
    close: () => closeNow(server),
  };
}
