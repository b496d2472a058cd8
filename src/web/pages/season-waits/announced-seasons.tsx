import { SEASONS } from '../../../../seasons/shelf.ts';
import { SeasonWaitForm } from './season-wait-form.tsx';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { WhenSignedIn, WhenSignedOut } from '../../ui/when-signed-in.tsx';
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
          <WhenSignedOut>
            <SeasonWaitForm season={season} typed={typed} />
          </WhenSignedOut>
          <WhenSignedIn>
            <ButtonLink fit variant="secondary" href={APP_PATHS.seasonSelection}>
              Tell me when
            </ButtonLink>
          </WhenSignedIn>
        </div>
      ))}
    </div>
  );
}
