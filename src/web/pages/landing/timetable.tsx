import { FIRST_LETTER_WITHIN } from '../../../domain/first-letter-words.ts';
import { type CalendarDate, formatDate } from '../../../domain/calendar-date.ts';
import type { HolidayOverrides } from '../../../domain/holidays.ts';
import { handOverDay, nextMailingDays, orderByDate } from '../../../domain/mailing-calendar.ts';
import styles from './timetable.module.css';

// Enough Fridays that an order today is in time for one of them, holidays included.
const FRIDAYS_AHEAD = 4;

export interface TimetableProps {
  readonly today: CalendarDate;
  readonly holidays: HolidayOverrides;
}

const WEEKDAY = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long' });

function MailingDay({ day }: { readonly day: CalendarDate }) {
  return <time dateTime={day}>{`${WEEKDAY.format(new Date(day))}, ${formatDate(day)}`}</time>;
}

export function Timetable({ today, holidays }: TimetableProps) {
  const fridays = nextMailingDays(today, FRIDAYS_AHEAD).filter((friday) => handOverDay(friday, holidays) >= today);
  const orderBy = (friday: CalendarDate) => orderByDate(friday, holidays);
  const reachable = fridays.find((friday) => orderBy(friday) >= today);
  return (
    <div className={styles.plate}>
      <h3 className={styles.title}>Mailing dates</h3>
      <dl className={styles.hours}>
        {fridays.slice(0, 2).map((friday, index) => (
          <div key={friday}>
            <dt>{index === 0 ? 'Next mailing day' : 'Following mailing day'}</dt>
            <dd>
              <MailingDay day={handOverDay(friday, holidays)} />
            </dd>
          </div>
        ))}
        <div>
          <dt>Your first letter ships</dt>
          <dd>Within {FIRST_LETTER_WITHIN}</dd>
        </div>
      </dl>
      {reachable !== undefined && (
        <p className={styles.orderBy}>
          Order by <time dateTime={orderBy(reachable)}>{formatDate(orderBy(reachable))}</time> and we mail your second
          letter on <MailingDay day={handOverDay(reachable, holidays)} />.
        </p>
      )}
    </div>
  );
}
