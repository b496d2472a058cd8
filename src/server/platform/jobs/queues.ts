import type { Queue } from 'pg-boss';

/** What each queue's jobs carry: ids only, so that a job always acts on the row as it stands when it runs. */
export interface JobData {
  'send-email': { emailId: string };
  'sweep-emails': Record<string, never>;
  'record-subscription': { stripeSubscriptionId: string };
  'refund-subscription': { subscriptionId: string };
  'sync-customer': { userId: string };
  'delete-customer': { customerId: string };
  'forward-events': { batchId: string };
  'record-file-hashes': { runId: string; batch: number };
  'notify-dispatched': { runId: string; batch: number };
  reconcile: Record<string, never>;
  'reconcile-subscriptions': Record<string, never>;
  'billing-reminders': Record<string, never>;
  'announce-gifts': Record<string, never>;
  'run-fulfilment-schedule': Record<string, never>;
  'clean-up': Record<string, never>;
}

export type QueueName = keyof JobData;

/** Queues whose jobs carry nothing, and can therefore recur by the clock. */
export type RecurringQueue = { [Q in QueueName]: JobData[Q] extends Record<string, never> ? Q : never }[QueueName];

type Policy = Required<
  Pick<
    Queue,
    'policy' | 'retryLimit' | 'retryDelay' | 'retryBackoff' | 'retryDelayMax' | 'expireInSeconds' | 'deleteAfterSeconds'
  >
>;

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Retries double from `retryDelay` seconds up to `retryDelayMax`. `expireInSeconds` is how long a killed worker keeps its job. */
const patient = {
  policy: 'standard',
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: HOUR,
  expireInSeconds: 60,
  deleteAfterSeconds: 7 * DAY,
} as const;

/**
 * `short`: at most one is waiting, whoever asks and how often, and one that died with its worker does not hold up the next. They
 * recur by the clock, so they need few retries.
 */
const recurring = {
  policy: 'short',
  retryLimit: 2,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 300,
  deleteAfterSeconds: DAY,
} as const;

/** How often and how long each queue tries. 36 doublings from 2 s, capped at an hour, are a mail server's day and a bit. */
export const QUEUES = {
  'send-email': { ...patient, retryLimit: 36 },
  // Somebody waits for it: soon after the provider is back it is done. What even this does not outlast, the reconciler finds.
  'record-subscription': { ...patient, retryLimit: 60, retryDelayMax: 30 },
  'sync-customer': { ...patient, retryLimit: 60 },
  'delete-customer': { ...patient, retryLimit: 60 },
  // Google takes events of the last 72 hours.
  'forward-events': { ...patient, retryLimit: 20 },
  'refund-subscription': { ...patient, retryLimit: 20, retryDelayMax: 600, expireInSeconds: 300 },
  // A batch may hold a million letters; both go on where they were.
  'record-file-hashes': { ...patient, retryLimit: 20, expireInSeconds: 4 * HOUR },
  'notify-dispatched': { ...patient, retryLimit: 20, expireInSeconds: 4 * HOUR },
  'sweep-emails': recurring,
  reconcile: recurring,
  // Compares everything with the provider; 20,000 subscriptions are 200 pages of its list.
  'reconcile-subscriptions': { ...recurring, expireInSeconds: 1800 },
  'billing-reminders': recurring,
  'announce-gifts': recurring,
  'run-fulfilment-schedule': { ...recurring, expireInSeconds: 1800 },
  'clean-up': recurring,
} as const satisfies Record<QueueName, Policy>;

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];
