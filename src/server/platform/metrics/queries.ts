import { sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import type { Sample } from './definitions.ts';

const DAY_MS = 86_400_000;

interface QueueRow {
  readonly name: string;
  readonly ready: number;
  readonly deferred: number;
  readonly active: number;
  readonly failed: number;
  readonly age: number;
}

export async function measureQueues(tx: Transaction): Promise<Sample[]> {
  const { rows } = await tx.execute<QueueRow & Record<string, unknown>>(sql`
    select q.name, q.ready_count as ready, q.deferred_count as deferred, q.active_count as active,
      q.failed_count as failed, coalesce(oldest.age, 0)::float8 as age
    from pgboss.queue q left join lateral (
      select extract(epoch from pgboss.job_now() - greatest(j.created_on, j.start_after)) as age
      from pgboss.job j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= pgboss.job_now()
      order by j.priority desc, j.created_on limit 1
    ) oldest on true
    where q.name not like '\\_\\_%'`);
  return rows.flatMap(({ name: queue, age, ready, deferred, active, failed }): Sample[] => [
    { gauge: 'queue_oldest_seconds', labels: { queue }, value: Math.max(0, age) },
    ...Object.entries({ ready, deferred, active, failed }).map(([state, value]): Sample => ({
      gauge: 'queue_jobs',
      labels: { queue, state },
      value,
    })),
  ]);
}

interface EmailRow {
  readonly waiting: number;
  readonly oldest: Date | null;
  readonly givenUp: number;
}

export async function measureEmails(tx: Transaction, now: Date): Promise<Sample[]> {
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const { rows } = await tx.execute<EmailRow & Record<string, unknown>>(sql`
    select count(*) filter (where status = 'queued')::int as waiting,
      min(created_at) filter (where status = 'queued') as oldest,
      count(*) filter (where status = 'failed' and created_at > ${since}::timestamptz)::int as "givenUp"
    from email_outbox where status <> 'sent'`);
  const { waiting = 0, oldest = null, givenUp = 0 } = rows[0] ?? {};
  return [
    { gauge: 'emails_waiting', value: waiting },
    { gauge: 'emails_oldest_seconds', value: secondsSince(oldest, now) },
    { gauge: 'emails_given_up', value: givenUp },
  ];
}

export function secondsSince(then: Date | string | null, now: Date): number {
  return then === null ? 0 : Math.max(0, (now.getTime() - new Date(then).getTime()) / 1_000);
}
