import { and, eq, gte } from 'drizzle-orm';
import { newYorkDate } from '../../domain/calendar-date.ts';
import { attentionLine } from '../../contract/operator/replies.ts';
import { countOpenFaults } from '../account/case-file/figures.ts';
import { countToAnswer, countWarnings, listToAnswer } from '../commerce/disputes/queries.ts';
import { subscriptions } from '../commerce/schema.ts';
import { countOpenChanges } from '../commerce/stripe-changes/queries.ts';
import { mailingPieces, reships } from '../fulfilment/schema.ts';
import type { Db } from '../platform/db/database.ts';
import { findEmailAlarm } from '../platform/outbox/alarm.ts';
import { emailOutbox } from '../platform/schema.ts';
import { present } from '../platform/http/present.ts';
import type { OperatorHandlers } from './calls/operator-call.ts';
import { presentAlarm } from './emails.ts';
import { countWatched, openTrouble } from './pieces.ts';
import { IS_HELD, IS_OVERDUE } from './subscriptions/overdue-and-held.ts';

const DAY_MS = 86_400_000;
const TROUBLE_DAYS = 30;
const ATTENTION_LIMIT = 50;

export const todayHandlers = {
  async getToday({ ctx: { db, clock } }) {
    const now = clock.now();
    return {
      today: newYorkDate(now),
      emailAlarm: presentAlarm(await findEmailAlarm(db)),
      waiting: await countWaiting(db, new Date(now.getTime() - TROUBLE_DAYS * DAY_MS)),
      attention: (await listToAnswer(db, ATTENTION_LIMIT)).map((row) => present(attentionLine, row)),
    };
  },
} satisfies Partial<OperatorHandlers>;

async function countWaiting(db: Db, since: Date) {
  const isRecent = gte(mailingPieces.updatedAt, since);
  const isRecentFailure = and(eq(emailOutbox.status, 'failed'), gte(emailOutbox.createdAt, since));
  const [
    setAside,
    lost,
    returned,
    reshipsAsked,
    emailsFailed,
    pastDue,
    disputed,
    quiet,
    comingBack,
    toAnswer,
    warnings,
    changed,
    faults,
  ] = await Promise.all([
    db.$count(mailingPieces, eq(mailingPieces.state, 'set_aside')),
    db.$count(mailingPieces, and(openTrouble('lost'), isRecent)),
    db.$count(mailingPieces, and(openTrouble('returned'), isRecent)),
    db.$count(reships, eq(reships.state, 'asked')),
    db.$count(emailOutbox, isRecentFailure),
    db.$count(subscriptions, IS_OVERDUE),
    db.$count(subscriptions, IS_HELD),
    countWatched(db, 'quiet'),
    countWatched(db, 'coming_back'),
    countToAnswer(db),
    countWarnings(db),
    countOpenChanges(db),
    countOpenFaults(db),
  ]);
  const subscriptionsToSee = { pastDue, disputed, toAnswer, warnings, stripeChanges: changed, faults };
  return { setAside, lost, returned, reshipsAsked, emailsFailed, quiet, comingBack, ...subscriptionsToSee };
}
