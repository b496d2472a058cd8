import type { GiftHit } from '../../../contract/operator/subscribers.ts';
import type { RunReply } from '../../../contract/operator/fulfilment.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Commands, listing, pageListing } from './command.ts';
import { OperatorError } from '../../platform/errors/operator-error.ts';
import { placeIn } from '../paging/paging.ts';
import { presentRunPage } from '../runs/present-fulfilment.ts';
import { pageOfRuns, readToday } from '../runs/runs.ts';
import { findGifts, pageOfGifts, pageOfSubscribers } from '../subscribers/search.ts';

/** Reading what the console shows: today, runs, people. */
export const SUBSCRIBER_COMMANDS: Commands = {
  today: {
    usage: 'today                                    runs that are open, and what waits for a decision',
    async run(ctx, { after }) {
      const { today, waiting } = await readToday(ctx);
      const page = await presentRunPage(ctx.db, await pageOfRuns(ctx, 'open', after));
      const waits = Object.entries(WAITING).map(([name, words]) => [waiting[name as keyof typeof waiting], words]);
      return [
        pageListing({ title: `${today}. Open runs:`, page, rowOf: runRow, none: 'No run is open.' }),
        listing('What waits:', waits, ''),
      ].join('\n');
    },
  },
  runs: {
    usage: 'runs                                     all runs, newest first',
    async run(ctx, { after }) {
      const page = await presentRunPage(ctx.db, await pageOfRuns(ctx, 'all', after));
      return pageListing({ title: 'Runs, newest first:', page, rowOf: runRow, none: 'There has been no run yet.' });
    },
  },
  search: {
    usage: 'search WORDS [--list gifts]              subscribers and gifts by e-mail address, name, id or piece',
    async run({ db }, { list, after }, _operator, words) {
      const text = words.join(' ').trim();
      if (text.length < 2) throw new OperatorError('Say what to look for: two characters at least.');
      if (list === 'gifts') return await giftsInWords(db, text, after);
      const subscribers = pageListing({
        title: 'Subscribers:',
        page: await pageOfSubscribers(db, text, after),
        rowOf: ({ id, email, fullName, subscriptions }) => [id, email, fullName, `${subscriptions} subscriptions`],
        none: 'No subscriber.',
      });
      return after === undefined ? `${subscribers}\n${await giftsInWords(db, text)}` : subscribers;
    },
  },
};

async function giftsInWords(db: Db, text: string, after?: string): Promise<string> {
  return pageListing({
    title: 'Gifts (--list gifts for these alone):',
    page: pageOfGifts(await findGifts(db, text, placeIn(after))),
    rowOf: giftRow,
    none: 'No gift.',
  });
}

export function giftRow({ id, giver, recipientName, recipientEmail, startDate, status }: GiftHit) {
  return [id, `${giver} to ${recipientName}`, recipientEmail, startDate, status ?? 'never paid for'];
}

const WAITING = {
  setAside: 'addresses set aside',
  reshipsAsked: 'letters asked for again',
  lost: 'letters lost in thirty days',
  returned: 'letters returned in thirty days',
  emailsFailed: 'mails failed in thirty days',
  pastDue: 'payments overdue',
  disputed: 'subscriptions whose mail is held',
} as const;

function runRow({ id, code, handOverOn, state, due, pieces }: RunReply) {
  const counts = Object.entries(pieces).map(([of, number]) => `${number} ${of}`);
  return [id, code, `hand-over ${handOverOn}`, state, state === 'planned' ? `${due} due` : counts.join(', ')];
}
