import { setTimeout as sleep } from 'node:timers/promises';
import { StripeFailure } from '../http/failure.ts';
import { idOf } from '../state/store.ts';
import type { World } from '../world.ts';

const CONFIRMS = /^\/v1\/(?:payment|setup)_intents\/(\w+)\/confirm$/;
const CANCELS = /^\/v1\/(?:payment|setup)_intents\/(\w+)\/cancel$/;
const SETTLES = /^\/v1\/invoices\/(\w+)\/(?:pay|void)$/;

const LOCK_TIMEOUT_MS = 1_000;

/**
 * While the bank answers the intent is locked, and other changes queue
 * (https://docs.stripe.com/error-codes#lock-timeout).
 */
export class Bank {
  answersAfterMs = 0;
  /** The queue of each locked intent. */
  readonly #queues = new Map<string, (() => void)[]>();

  constructor(private readonly world: World) {}

  /** @throws StripeFailure 429 after waiting too long for the lock */
  async attend<T>({ method, path }: { method: string; path: string }, work: () => Promise<T>): Promise<T> {
    const intent = method === 'POST' && this.answersAfterMs > 0 ? this.#intentOf(path) : null;
    if (intent === null) return await work();
    await this.#lock(intent);
    try {
      if (CONFIRMS.test(path)) await sleep(this.answersAfterMs);
      return await work();
    } finally {
      this.#release(intent);
    }
  }

  async #lock(intent: string): Promise<void> {
    const queue = this.#queues.get(intent);
    if (queue === undefined) {
      this.#queues.set(intent, []);
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        clearTimeout(patience);
        resolve();
      };
      const patience = setTimeout(() => {
        queue.splice(queue.indexOf(turn), 1);
        reject(lockTimeout());
      }, LOCK_TIMEOUT_MS);
      queue.push(turn);
    });
  }

  #release(intent: string): void {
    const next = this.#queues.get(intent)?.shift();
    if (next === undefined) this.#queues.delete(intent);
    else next();
  }

  #intentOf(path: string): string | null {
    const invoice = SETTLES.exec(path)?.[1];
    if (invoice === undefined) return (CONFIRMS.exec(path) ?? CANCELS.exec(path))?.[1] ?? null;
    const [payment] = this.world.db.invoicePayments.where('invoice', invoice);
    return idOf(payment?.payment.payment_intent ?? null);
  }
}

function lockTimeout(): StripeFailure {
  const message =
    'This object cannot be accessed right now because another API request or Stripe process is currently accessing it.';
  return new StripeFailure(429, { type: 'invalid_request_error', code: 'lock_timeout', message });
}
