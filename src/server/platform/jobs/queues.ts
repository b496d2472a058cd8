import type { Queue } from 'pg-boss';

export interface JobData {
  'send-email': { emailId: string };
  'sweep-emails': Record<string, never>;
  'record-subscription': { stripeSubscriptionId: string };
  'refund-subscription': { subscriptionId: string };
  'give-free-month': { subscriptionId: string };
  'submit-evidence': { stripeDisputeId: string };
  'accept-dispute': { stripeDisputeId: string };
  'sync-customer': { userId: string };
  'delete-customer': { customerId: string };
  'forward-events': { batchId: string };
  'record-file-hashes': { runId: string; batch: number };
  'notify-dispatched': { runId: string; batch: number };
  'work-at-printer': { runId: string; batch: number };
  'work-bulk-action': { bulkActionId: string };
  'record-letter-report': { code: string; what: 'came' | 'found' };
  'work-at-import': { importId: string };
  reconcile: Record<string, never>;
  'reconcile-subscriptions': Record<string, never>;
  'billing-reminders': Record<string, never>;
  'announce-gifts': Record<string, never>;
  'guide-emails': Record<string, never>;
  'notify-season-waits': Record<string, never>;
  'run-fulfilment-schedule': Record<string, never>;
  'look-for-scans': Record<string, never>;
  'check-addresses': Record<string, never>;
  'compare-with-printer': Record<string, never>;
  'count-figures': Record<string, never>;
  'clean-up': Record<string, never>;
}

export type QueueName = keyof JobData;

export type RecurringQueue = { [Q in QueueName]: JobData[Q] extends Record<string, never> ? Q : never }[QueueName];

type Policy = Required<
  Pick<
    Queue,
    | 'policy'
    | 'retryLimit'
    | 'retryDelay'
    | 'retryBackoff'
    | 'retryDelayMax'
    | 'expireInSeconds'
    | 'deleteAfterSeconds'
    | 'heartbeatSeconds'
  >
>;

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** The minimum of pg-boss; `abandoned-jobs.ts` notices a dead worker earlier. */
const HEARTBEAT = 10;

const standardRetries = {
  policy: 'standard',
  heartbeatSeconds: HEARTBEAT,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: HOUR,
  expireInSeconds: 60,
  deleteAfterSeconds: 7 * DAY,
} as const;

/** `short`: at most one job waits, and a job whose worker died doesn't block the next. */
const recurring = {
  policy: 'short',
  heartbeatSeconds: HEARTBEAT,
  retryLimit: 2,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 60,
  expireInSeconds: 300,
  deleteAfterSeconds: DAY,
} as const;

export const QUEUES = {
  'send-email': { ...standardRetries, retryLimit: 36 },
  'record-subscription': { ...standardRetries, retryLimit: 60, retryDelayMax: 30 },
  'sync-customer': { ...standardRetries, retryLimit: 60 },
  'delete-customer': { ...standardRetries, retryLimit: 60 },
  'forward-events': { ...standardRetries, retryLimit: 20 },
  'refund-subscription': {
    ...standardRetries,
    retryLimit: 20,
    retryDelayMax: 600,
    expireInSeconds: 300,
  },
  'give-free-month': { ...standardRetries, retryLimit: 20, retryDelayMax: 600 },
  'submit-evidence': { ...standardRetries, retryLimit: 60, retryDelayMax: 600 },
  'accept-dispute': { ...standardRetries, retryLimit: 60, retryDelayMax: 600 },
  'record-file-hashes': { ...standardRetries, retryLimit: 20, expireInSeconds: 4 * HOUR },
  'notify-dispatched': { ...standardRetries, retryLimit: 20, expireInSeconds: 4 * HOUR },
  'work-bulk-action': { ...standardRetries, retryLimit: 20, expireInSeconds: 4 * HOUR },
  'record-letter-report': { ...standardRetries, retryLimit: 20, deleteAfterSeconds: DAY },
  'work-at-printer': { ...standardRetries, retryLimit: 60, retryDelayMax: 600, expireInSeconds: 4 * HOUR },
  'work-at-import': { ...standardRetries, retryLimit: 60, retryDelayMax: 600, expireInSeconds: 4 * HOUR },
  'sweep-emails': recurring,
  reconcile: recurring,
  'reconcile-subscriptions': { ...recurring, expireInSeconds: 1800 },
  'billing-reminders': recurring,
  'announce-gifts': recurring,
  'notify-season-waits': recurring,
  'guide-emails': { ...recurring, expireInSeconds: 4 * HOUR },
  'run-fulfilment-schedule': { ...recurring, expireInSeconds: 1800 },
  'look-for-scans': { ...recurring, expireInSeconds: 1800 },
  'check-addresses': recurring,
  'compare-with-printer': { ...recurring, expireInSeconds: 1800 },
  'count-figures': { ...recurring, expireInSeconds: 4 * HOUR },
  'clean-up': recurring,
} as const satisfies Record<QueueName, Policy>;

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[];
