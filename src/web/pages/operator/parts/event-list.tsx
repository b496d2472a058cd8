import type { EventReply } from '../../../../contract/operator/fulfilment.ts';
import type { PagedQuery } from './console-queries.ts';
import styles from './console.module.css';
import { Pages } from './fetched.tsx';
import { eventInWords, instantInWords } from './words.ts';

interface EventListProps {
  readonly query: PagedQuery<EventReply>;
  readonly empty: string;
}

export function EventList({ query, empty }: EventListProps) {
  return (
    <Pages query={query} label="Fetching the history" empty={empty} keyOf={({ id }) => id}>
      {({ at, event, actor, letter, detail }) => (
        <>
          <div className={styles.what}>
            <span className={styles.title}>
              {eventInWords(event)}
              {letter !== null && `, letter ${letter}`}
            </span>
            <span className={styles.small}>by {actor}</span>
            {pulledIn(detail).length > 0 && (
              <span className={styles.small}>{`Out of the pile: ${pulledIn(detail).join(', ')}`}</span>
            )}
          </div>
          <span className={styles.typed}>{instantInWords(at)}</span>
        </>
      )}
    </Pages>
  );
}

function pulledIn({ pull }: EventReply['detail']): readonly string[] {
  return Array.isArray(pull) ? pull.map(String) : [];
}
