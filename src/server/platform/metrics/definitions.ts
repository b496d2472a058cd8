/** The prefix of our own metrics. Metrics of Node and the process keep their usual names. */
export const PREFIX = 'deadletter_';

export interface Definition {
  readonly help: string;
  readonly labels: readonly string[];
}

/** Every worker reports the same values, so take their maximum. */
export const CLUSTER_GAUGES = {
  queue_jobs: { help: 'Jobs of a queue, as counted every 15 seconds.', labels: ['queue', 'state'] },
  queue_oldest_seconds: { help: 'Age of the oldest job that could be done now.', labels: ['queue'] },
  emails_waiting: { help: 'Emails that are queued and have not left.', labels: [] },
  emails_oldest_seconds: { help: 'Age of the oldest email that has not left.', labels: [] },
  emails_given_up: { help: 'Emails of the last day that were given up.', labels: [] },
  checkouts_open: { help: 'Checkouts that are neither paid nor abandoned.', labels: [] },
  checkouts_oldest_seconds: { help: 'Time since the open checkout at rest for longest was touched.', labels: [] },
  letters: {
    help: 'Letters due in open runs, printed and not handed over, and ever handed over.',
    labels: ['state'],
  },
  runs_late: { help: 'Runs whose day of hand-over has passed.', labels: [] },
  reconciler_compared_seconds: { help: 'Time since a list of Stripe was last compared to its end.', labels: ['list'] },
} as const satisfies Record<string, Definition>;

export type ClusterGauge = keyof typeof CLUSTER_GAUGES;

export interface Sample {
  readonly gauge: ClusterGauge;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}
