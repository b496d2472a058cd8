import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type Stripe from 'stripe';
import { resourceMissing } from './http/failure.ts';
import type { Delivery } from './state/store.ts';
import type { Change } from './state/table.ts';
import { wallSeconds } from './state/time.ts';
import type { WebhookTarget, World } from './world.ts';

/** rules/stripe-sandbox 17: after a failed delivery, again in 1 s, 5 s and 30 s, then kept for replay. */
export const RETRY_DELAYS_MS: readonly number[] = [1_000, 5_000, 30_000];
const ANSWER_WITHIN_MS = 20_000;

function targets(world: World): WebhookTarget[] {
  const created = [...world.db.webhookEndpoints.oldestFirst()].map(
    ({ id, url, secret = '', enabled_events }): WebhookTarget => ({ id, url, secret, events: enabled_events }),
  );
  return [...world.targets, ...created];
}

/** @throws StripeFailure 404 */
export function resend(world: World, eventId: string): Stripe.EventBase {
  const event = world.db.events.get(eventId);
  if (!event) throw resourceMissing('event', eventId);
  return queue(world, event);
}

export function queue(world: World, event: Stripe.EventBase): Stripe.EventBase {
  const listening = targets(world).filter(({ events }) => events.includes('*') || events.includes(event.type));
  for (const { id: target } of listening) {
    const id = `${event.id} ${target}`;
    world.db.deliveries.put({ id, event: event.id, target, state: 'waiting', attempts: 0 });
  }
  return world.db.events.put({ ...event, pending_webhooks: listening.length });
}

/** `Stripe-Signature`: HMAC-SHA256 with the whole secret over the wall clock's time and the body. */
export function sign(body: string, secret: string, timestamp: number): string {
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}

/** Sends the events of each target in their order, at least once. */
export class Dispatcher {
  readonly #queues = new Map<string, string[]>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();

  constructor(
    private readonly world: World,
    private readonly retryDelaysMs: readonly number[],
  ) {
    world.store.onCommit((changes) => this.#enqueue(changes.flatMap(newDelivery)));
    this.#enqueue([...world.db.deliveries.oldestFirst()].filter(({ state }) => state === 'waiting'));
  }

  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#running.values());
  }

  #enqueue(deliveries: Delivery[]): void {
    for (const { id, target } of deliveries) {
      this.#queues.set(target, this.#queues.get(target) ?? []);
      this.#queues.get(target)?.push(id);
      if (!this.#running.has(target)) this.#running.set(target, this.#drain(target));
    }
  }

  async #drain(target: string): Promise<void> {
    const queue = this.#queues.get(target) ?? [];
    for (let id = queue[0]; id !== undefined && !this.#closing.signal.aborted; id = queue[0]) {
      await this.#deliver(id);
      queue.shift();
    }
    this.#running.delete(target);
  }

  async #deliver(id: string): Promise<void> {
    for (;;) {
      const delivery = this.world.db.deliveries.get(id);
      const target = targets(this.world).find((candidate) => candidate.id === delivery?.target);
      if (!delivery || !target) return;
      const accepted = await this.#request(target, delivery.event);
      if (this.#closing.signal.aborted) return;
      this.#record(delivery, accepted);
      const delay = this.retryDelaysMs[delivery.attempts];
      if (accepted || delay === undefined) return;
      await sleep(delay, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    }
  }

  async #request(target: WebhookTarget, eventId: string): Promise<boolean> {
    const body = JSON.stringify(this.world.db.events.get(eventId));
    const answer = await fetch(target.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        // The receiver compares this with its own wall clock, whatever time is simulated.
        'stripe-signature': sign(body, target.secret, wallSeconds()),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(ANSWER_WITHIN_MS), this.#closing.signal]),
    }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => undefined);
    return answer?.ok ?? false;
  }

  #record(delivery: Delivery, accepted: boolean): void {
    const { deliveries, events } = this.world.db;
    const event = events.get(delivery.event);
    if (accepted) {
      deliveries.delete(delivery.id);
      if (event) events.put({ ...event, pending_webhooks: Math.max(0, event.pending_webhooks - 1) });
    } else {
      const attempts = delivery.attempts + 1;
      deliveries.put({ ...delivery, attempts, state: attempts > this.retryDelaysMs.length ? 'failed' : 'waiting' });
    }
    void this.world.store.commit();
  }
}

function newDelivery({ table, after }: Change): Delivery[] {
  const delivery = table === 'deliveries' ? (after as Delivery | undefined) : undefined;
  return delivery?.state === 'waiting' && delivery.attempts === 0 ? [delivery] : [];
}
