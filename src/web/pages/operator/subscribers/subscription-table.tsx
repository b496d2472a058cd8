import { Link } from '@tanstack/react-router';
import type { SubscriptionLine } from '../../../../contract/operator/subscription-list.ts';
import { newYorkDate } from '../../../../domain/calendar-date.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { FileLink } from '../parts/entry.tsx';
import { dayInWords } from '../parts/words.ts';
import type { ListSearch } from './subscribers-page.tsx';
import styles from './subscribers.module.css';

const COLUMNS: readonly (readonly [sort: string, name: string])[] = [
  ['name', 'Name'],
  ['email', 'Email'],
  ['plan', 'Plan'],
  ['status', 'Status'],
  ['place', 'Town and country'],
  ['letters', 'Letters'],
  ['charge', 'Next charge'],
  ['joined', 'Joined'],
];

interface SubscriptionTableProps {
  readonly lines: readonly SubscriptionLine[];
  readonly search: ListSearch;
}

export function SubscriptionTable({ lines, search }: SubscriptionTableProps) {
  return (
    // A region that scrolls has to take the focus, or the keyboard could not scroll it.
    <section className={styles.scroll} aria-label="Subscriptions" tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {COLUMNS.map(([sort, name]) => (
              <Head key={sort} sort={sort} name={name} search={search} />
            ))}
            <th scope="col">Tags</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Row key={line.id} {...line} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface HeadProps {
  readonly sort: string;
  readonly name: string;
  readonly search: ListSearch;
}

function Head({ sort, name, search }: HeadProps) {
  const { sort: sorted = 'joined', order = 'desc' } = search;
  const isSorted = sorted === sort;
  const isUp = order === 'asc';
  const next = isSorted && isUp ? 'desc' : 'asc';
  return (
    <th scope="col" aria-sort={isSorted ? (isUp ? 'ascending' : 'descending') : 'none'}>
      <Link to={CONSOLE_PATHS.subscribers} search={{ ...search, sort, order: next }}>
        {name}
      </Link>
    </th>
  );
}

function Row(line: SubscriptionLine) {
  const place = [line.city, line.state, line.country].filter((part) => part !== '').join(', ');
  return (
    <tr data-row tabIndex={-1}>
      <th scope="row" title={line.name ?? ''}>
        <FileLink subscription={line.id}>{line.name ?? 'No name'}</FileLink>
      </th>
      <td title={line.email}>{line.email}</td>
      <td>{line.isGift ? `${line.plan}, gift` : line.plan}</td>
      <td>{line.status.replaceAll('_', ' ')}</td>
      <td title={place}>{place}</td>
      <td>{line.lettersMailed} of 24</td>
      <td>{line.nextChargeAt === null ? '' : dayOf(line.nextChargeAt)}</td>
      <td>{dayOf(line.joinedAt)}</td>
      <td>{line.tags.join(', ')}</td>
    </tr>
  );
}

function dayOf(instant: string): string {
  return dayInWords(newYorkDate(new Date(instant)));
}
