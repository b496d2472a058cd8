import { SEASONS } from '../../../../seasons/shelf.ts';
import { SeasonWaitForm } from './season-wait-form.tsx';
import styles from './season-waits.module.css';

export const ANNOUNCED = SEASONS.filter(({ available }) => !available);

interface AnnouncedSeasonsProps {
  readonly level: 'h2' | 'h3';
  readonly typed?: string;
}

export function AnnouncedSeasons({ level, typed }: AnnouncedSeasonsProps) {
  const Heading = level;
  return (
    <div className={styles.seasons}>
      {ANNOUNCED.map((season) => (
        <div key={season.id} className={styles.season}>
          <p className={styles.setting}>{season.setting}</p>
          <Heading>
            {season.title}: {season.story}
          </Heading>
          <SeasonWaitForm season={season} typed={typed} />
        </div>
      ))}
    </div>
  );
}
