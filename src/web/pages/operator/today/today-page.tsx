import { useQuery } from '@tanstack/react-query';
import {
  getStuckJobs,
  getToday,
  getWeeks,
  type TodayReply,
  type WeekFigures,
} from '../../../../contract/operator/today.ts';
import { addDays, calendarDate } from '../../../../domain/calendar-date.ts';
import { nextMailingDays } from '../../../../domain/mailing-calendar.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { queryOf } from '../../../app/queries.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { CountedAt } from '../parts/counted-at.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { Pages } from '../parts/pages.tsx';
import { RunEntry, runsQuery } from '../parts/run-entry.tsx';
import { dayInWords, weekdayInWords } from '../parts/words.ts';
import { changeInWords } from './change-words.ts';
import { isAnythingWaiting, NeedsAttention } from './needs-attention.tsx';

export function TodayPage() {
  return (
    <>
      <h1>Today</h1>
      <Fetched query={queryOf(getToday)} lines={5} label="Fetching today’s work">
        {(today) => <Today {...today} />}
      </Fetched>
    </>
  );
}

function Today({ today, waiting, attention, emailAlarm }: TodayReply) {
  const { data: jobs } = useQuery(queryOf(getStuckJobs));
  const stuck = jobs?.queues ?? [];
  const isAsked = isAnythingWaiting({ waiting, emailAlarm, stuck });
  return (
    <>
      {isAsked && (
        <Sheet title="Needs attention">
          <NeedsAttention waiting={waiting} attention={attention} emailAlarm={emailAlarm} stuck={stuck} />
        </Sheet>
      )}
      <Sheet title="To do" kicker={weekdayInWords(today)}>
        <Runs
          which="todo"
          today={today}
          empty={isAsked || jobs === undefined ? 'No mailing is due.' : 'Nothing needs attention.'}
        />
      </Sheet>
      <Sheet title="Last seven days">
        <Fetched query={queryOf(getWeeks)} lines={6} label="Adding up the weeks">
          {({ last, before, countedAt }) => (
            <>
              <Weeks last={last} before={before} />
              <CountedAt at={countedAt} />
            </>
          )}
        </Fetched>
      </Sheet>
      <Sheet title="Upcoming">
        <Runs which="coming" today={today} empty={nextInWords(today)} />
      </Sheet>
    </>
  );
}

function nextInWords(today: string): string {
  const [friday = ''] = nextMailingDays(addDays(calendarDate(today), 1), 1);
  return `No upcoming run is open yet. Runs open automatically: first letters every business day, the others a week ahead. The next letters are those of ${dayInWords(friday)}.`;
}

interface RunsProps {
  readonly which: 'todo' | 'coming';
  readonly today: string;
  readonly empty: string;
}

function Runs({ which, today, empty }: RunsProps) {
  return (
    <Pages query={runsQuery(which)} label="Fetching the runs" empty={empty}>
      {(run) => <RunEntry run={run} today={today} />}
    </Pages>
  );
}

const number = (value: number) => value.toLocaleString('en-US');
const wholeDollars = (cents: number) => `$${number(Math.round(cents / 100))}`;

const FIGURES: readonly (readonly [string, keyof WeekFigures, (value: number) => string])[] = [
  ['New subscriptions', 'started', number],
  ['Canceled', 'cancelled', number],
  ['Active at the end, overdue included', 'active', number],
  ['Revenue', 'paidCents', wholeDollars],
  ['Refunds', 'refundedCents', wholeDollars],
  ['Letters mailed', 'lettersMailed', number],
];

function Weeks({ last, before }: Readonly<Record<'last' | 'before', WeekFigures>>) {
  return (
    <DataTable
      caption="The last seven days, today included, beside the seven days before"
      head={['Figure', 'Last seven', 'Before', 'Change']}
      rows={FIGURES.map(([name, key, words]) => [
        name,
        words(last[key]),
        words(before[key]),
        changeInWords(last[key], before[key], words),
      ])}
    />
  );
}
