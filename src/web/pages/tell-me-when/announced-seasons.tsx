import { SEASONS } from '../../../../seasons/shelf.ts';
import { TellMeWhenForm } from './tell-me-when-form.tsx';
import styles from './tell-me-when.module.css';

/** Seasons that are announced and cannot be bought yet. */
export const ANNOUNCED = SEASONS.filter(({ available }) => !available);

export function AnnouncedSeasons({ level }: { readonly level: 'h2' | 'h3' }) {
  const Heading = level;
  return (
    <div className={styles.seasons}>
      {ANNOUNCED.map((season) => (
        <div key={season.id} className={styles.season}>
          <p className={styles.setting}>{season.setting}</p>
          <Heading>
            {season.title}: {season.story}
          </Heading>
          <TellMeWhenForm season={season} />
        </div>
      ))}
    </div>
  );
}
