import { type Channel, channel } from 'node:diagnostics_channel';

/** Events to count and time. Each value is one of a few, since values become labels. */
export interface Occurrences {
  request: { readonly method: string; readonly route: string; readonly status: number; readonly seconds: number };
  'stripe-call': {
    readonly method: string;
    readonly route: string;
    readonly outcome: 'ok' | 'refused' | 'failed';
    readonly seconds: number;
  };
  job: { readonly queue: string; readonly outcome: 'completed' | 'failed'; readonly seconds: number };
  email: { readonly kind: string; readonly outcome: 'sent' | 'failed' | 'suppressed' | 'retried' };
  webhook: { readonly lagSeconds: number };
  drift: {
    readonly what: 'subscription' | 'card' | 'customer' | 'refunds' | 'disputes' | 'early_fraud_warnings' | 'reviews';
  };
  'reconcile-failure': Readonly<Record<string, never>>;
  'browser-report': { readonly kind: string };
}

type Occurrence = keyof Occurrences;

const CHANNELS: Readonly<Record<Occurrence, Channel>> = {
  request: channel('dead-letter-club:request'),
  'stripe-call': channel('dead-letter-club:stripe-call'),
  job: channel('dead-letter-club:job'),
  email: channel('dead-letter-club:email'),
  webhook: channel('dead-letter-club:webhook'),
  drift: channel('dead-letter-club:drift'),
  'reconcile-failure': channel('dead-letter-club:reconcile-failure'),
  'browser-report': channel('dead-letter-club:browser-report'),
};

export function publish<Name extends Occurrence>(name: Name, occurrence: Occurrences[Name]): void {
  CHANNELS[name].publish(occurrence);
}

export function isHeard(name: Occurrence): boolean {
  return CHANNELS[name].hasSubscribers;
}

export function subscribe<Name extends Occurrence>(
  name: Name,
  listener: (occurrence: Occurrences[Name]) => void,
): () => void {
  const hear = (message: unknown) => listener(message as Occurrences[Name]);
  CHANNELS[name].subscribe(hear);
  return () => {
    CHANNELS[name].unsubscribe(hear);
  };
}
