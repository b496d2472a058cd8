import type { EventReply } from '../../../contract/operator/post.ts';
import styles from './console.module.css';
import { eventInWords, instantInWords } from './words.ts';

interface EventListProps {
  readonly events: readonly EventReply[];
  readonly empty: string;
}

/** What happened, who did it, and when. */
export function EventList({ events, empty }: EventListProps) {
  if (events.length === 0) return <p>{empty}</p>;
  return (
    <ol className={styles.list}>
      {events.map(({ at, event, actor, letter, detail }) => (
        <li key={`${at} ${event} ${letter} ${JSON.stringify(detail)}`} className={styles.entry}>
          <div className={styles.what}>
            <span className={styles.title}>
              {eventInWords(event)}
              {letter !== null && `, letter ${letter}`}
            </span>
            <span className={styles.small}>by {actor}</span>
          </div>
          <span className={styles.typed}>{instantInWords(at)}</span>
        </li>
      ))}
    </ol>
  );
}
