import { LETTERS_PER_SEASON, MONTHS_PER_SEASON, type Season } from '../../../domain/season.ts';
import styles from './season-page.module.css';

export const AVAILABLE_STAMPS = ['Featured', 'Available Now'] as const;

export function Stamps({ of }: { readonly of: readonly string[] }) {
  return (
    <ul className={styles.stamps}>
      {of.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}

export function SeasonStory({ season }: { readonly season: Season }) {
  return (
    <div className={styles.story}>
      <p className={styles.storyTitle}>{season.story}</p>
      <p>{season.description}</p>
      <p className={styles.figures}>
        {LETTERS_PER_SEASON} letters, {MONTHS_PER_SEASON} months, two a month
      </p>
    </div>
  );
}
