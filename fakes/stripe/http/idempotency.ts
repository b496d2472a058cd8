import { createHash } from 'node:crypto';
import type { StoredAnswer, Tables } from '../state/store.ts';
import { DAY } from '../state/time.ts';
import { StripeFailure } from './failure.ts';

/** Stripe keeps keys for at least 24 hours (rules/stripe-sandbox 8). */
const RETENTION = DAY;
/** A digest would not hide a card number: there are too few of them. */
const NEVER_STORED = ['card[number]', 'card[cvc]'];

/** What makes two requests with one key the same request. */
export function fingerprintOf(method: string, path: string, form: string): string {
  const fields = [...new URLSearchParams(form)].filter(([name]) => !NEVER_STORED.includes(name));
  return createHash('sha256')
    .update(JSON.stringify([method, path, fields]))
    .digest('hex');
}

/** Answers a repeated key as the first time, and refuses one that is in use or was used for something else. */
export class IdempotencyKeys {
  readonly #inUse = new Set<string>();

  constructor(
    private readonly answers: Tables['answers'],
    private readonly wall: () => number,
  ) {}

  /**
   * Claims the key for a request, until `release`.
   * @returns the stored answer when there is one; the key is not claimed then
   * @throws StripeFailure 409 while another request holds the key; 400 when it belongs to another request
   */
  claim(key: string, fingerprint: string): StoredAnswer | undefined {
    this.#deleteOld();
    const stored = this.answers.get(key);
    if (stored && stored.fingerprint !== fingerprint) throw usedForAnotherRequest(key);
    if (this.#inUse.has(key)) throw inUse(key);
    if (!stored) this.#inUse.add(key);
    return stored;
  }

  release(key: string): void {
    this.#inUse.delete(key);
  }

  /** Keeps the answer of work that was done, a declined card included; refused requests may be corrected and retried. */
  store(key: string, fingerprint: string, status: number, body: unknown): void {
    const isStorable = status === 200 || status === 402;
    if (isStorable) this.answers.put({ id: key, fingerprint, status, body, storedAt: this.wall() });
  }

  #deleteOld(): void {
    for (const answer of this.answers.oldestFirst()) {
      if (answer.storedAt > this.wall() - RETENTION) return;
      this.answers.delete(answer.id);
    }
  }
}

function usedForAnotherRequest(key: string): StripeFailure {
  const message =
    'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
    `Try using a key other than '${key}' if you meant to execute a different request.`;
  return new StripeFailure(400, { type: 'idempotency_error', message });
}

function inUse(key: string): StripeFailure {
  const message = `There is currently another in-progress request using this idempotent key: ${key}.`;
  return new StripeFailure(409, { type: 'idempotency_error', code: 'idempotency_key_in_use', message });
}
