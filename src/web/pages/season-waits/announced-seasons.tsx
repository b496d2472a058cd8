import { SEASONS } from '../../../../seasons/shelf.ts';
import { SeasonWaitForm } from './season-wait-form.tsx';
import styles from './season-waits.module.css';

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
          <SeasonWaitForm season={season} />
        </div>
      ))}
    </div>
  );
}
