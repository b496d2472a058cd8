import { formatUsd } from '../../domain/money.ts';
import { newYorkDate } from '../../domain/calendar-date.ts';
import { listOpenRuns } from '../mailing/runs.ts';
import { type Commands, listing, wordOf } from './command.ts';
import { OperatorError } from './operator-error.ts';
import { UUID } from './paging.ts';
import { countWaiting, listRunPage } from './post-queries.ts';
import { presentRuns } from './present-post.ts';
import type { RunReply } from '../../contract/operator/post.ts';
import { findGifts, findSubscribers } from './search.ts';
import { readSubscriber } from './subscriber.ts';
import { readSubscription } from './subscription.ts';

const MONTH_MS = 30 * 86_400_000;

/** Reading what the console shows: today, runs, people. */
export const PEOPLE_COMMANDS: Commands = {
  today: {
    usage: 'today                                    runs that are open, and what waits for a decision',
    async run({ db, clock }) {
      const now = clock.now();
      const [runs, waiting] = await Promise.all([
        listOpenRuns(db).then((open) => presentRuns(db, open)),
        countWaiting(db, new Date(now.getTime() - MONTH_MS)),
      ]);
      const waits = Object.entries(WAITING).map(([name, words]) => [waiting[name as keyof typeof waiting], words]);
      return [
        listing(`${newYorkDate(now)}. Open runs:`, runs.map(runRow), 'No run is open.'),
        listing('What waits:', waits, ''),
      ].join('\n');
    },
  },
  runs: {
    usage: 'runs                                     all runs, newest first',
    async run({ db }) {
      const runs = await presentRuns(db, await listRunPage(db, null));
      return listing('Runs, newest first:', runs.map(runRow), 'There has been no run yet.');
    },
  },
  search: {
    usage: 'search WORDS                             subscribers and gifts by e-mail address, name, id or piece',
    async run({ db }, _options, _operator, words) {
      const text = words.join(' ').trim();
      if (text.length < 2) throw new OperatorError('Say what to look for: two characters at least.');
      const [people, gifts] = await Promise.all([findSubscribers(db, text, null), findGifts(db, text, null)]);
      return [
        listing(
          'Subscribers:',
          people.map(({ id, email, fullName, subscriptions }) => [
            id,
            email,
            fullName,
            `${subscriptions} subscriptions`,
          ]),
          'No subscriber.',
        ),
        listing(
          'Gifts:',
          gifts.map(({ gift, giver, status }) => [
            gift.id,
            `${giver} to ${gift.recipientName}`,
            gift.recipientEmail,
            gift.startDate,
            status ?? 'never paid for',
          ]),
          'No gift.',
        ),
      ].join('\n');
    },
  },
  history: {
    usage: 'history ID                               everything about a subscriber, or about one subscription',
    async run(ctx, _options, _operator, words) {
      const id = wordOf(words, 'Say whose: the id of a subscriber or of a subscription.');
      if (!UUID.test(id)) throw new OperatorError('That is no id of ours.');
      const detail = await readSubscription(ctx, id).catch(() => null);
      if (detail !== null) return historyOf(detail);
      const { email, fullName, subscriptions, addresses } = await readSubscriber(ctx, id);
      return [
        `${email}${fullName === null ? '' : `, ${fullName}`}`,
        listing(
          'Subscriptions:',
          subscriptions.map((each) => [
            each.id,
            each.seasonName,
            each.planType,
            each.status,
            `${each.lettersMailed} letters mailed`,
          ]),
          'No subscription.',
        ),
        listing(
          'Addresses:',
          addresses.map(({ label, lines }) => [label, lines.join(', ')]),
          'No address.',
        ),
      ].join('\n');
    },
  },
};

const WAITING = {
  setAside: 'addresses set aside',
  reshipsAsked: 'letters asked for again',
  lost: 'letters lost in thirty days',
  returned: 'letters returned in thirty days',
  mailsFailed: 'mails failed in thirty days',
  pastDue: 'payments overdue',
  disputed: 'subscriptions whose mail is held',
} as const;

function runRow({ id, code, handOverOn, state, due, pieces }: RunReply) {
  const counts = Object.entries(pieces).map(([of, number]) => `${number} ${of}`);
  return [id, code, `hand-over ${handOverOn}`, state, state === 'planned' ? `${due} due` : counts.join(', ')];
}

function historyOf({ summary, invoices, pieces, events, log }: Awaited<ReturnType<typeof readSubscription>>): string {
  return [
    `${summary.seasonName}, ${summary.planType}, ${summary.status}; since ${summary.serviceStart}`,
    listing(
      'Invoices:',
      invoices.map(({ id, status, totalCents, refundedCents, createdAt }) => [
        id,
        status,
        formatUsd(totalCents),
        `${formatUsd(refundedCents)} refunded`,
        createdAt,
      ]),
      'No invoice.',
    ),
    listing(
      'Letters:',
      pieces.map(({ letter, attempt, state, code, handedOverOn, envelope }) => [
        letter,
        `attempt ${attempt}`,
        state,
        code,
        handedOverOn,
        envelope.join(', '),
      ]),
      'No letter.',
    ),
    listing(
      'What happened:',
      events.map(({ at, event, actor, letter }) => [at, event, letter === null ? '' : `letter ${letter}`, actor]),
      'Nothing has happened.',
    ),
    listing(
      'What operators did:',
      log.map(({ at, operator, action }) => [at, operator, action]),
      'Nothing.',
    ),
  ].join('\n');
}
