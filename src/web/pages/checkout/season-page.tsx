import { useState } from 'react';
import { APP_PATHS, PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { SEASONS } from '../../../../seasons/shelf.ts';
import type { Season } from '../../../domain/season.ts';
import { seasonsPath } from '../../app/guards.ts';
import { AppBackLink, AppButtonLink } from '../../app/links.tsx';
import { useSession } from '../../app/session.ts';
import { NotSignedIn } from '../../app/sign-out.tsx';
import { storedPromo } from '../../promo-link.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Prices } from '../../ui/prices.tsx';
import { PlaceForPromo } from '../../ui/promo-from-link.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { SeasonWaitForm } from '../season-waits/season-wait-form.tsx';
import { chosenPlan } from './chosen-plan.ts';
import { CheckoutLayout, SEASON_STEPS } from './checkout-layout.tsx';
import { GivenSeason, OwnedSeason, useGivenCopy, useOwnCopy } from './owned-season.tsx';
import styles from './season-page.module.css';
import { SEASON_HEAD } from './season-static-frame.tsx';
import { AVAILABLE_STAMPS, SeasonStory, Stamps } from './season-story.tsx';

const AVAILABLE: readonly Season[] = SEASONS.filter(({ available }) => available);
const ANNOUNCED: readonly Season[] = SEASONS.filter(({ available }) => !available);

export function SeasonPage() {
  const [code] = useState(storedPromo);
  return (
    <CheckoutLayout
      steps={{ current: 1, names: SEASON_STEPS }}
      {...SEASON_HEAD}
      back={<BackFromSeasons />}
      visitor={<Visitor />}
    >
      <PlaceForPromo code={code} />
      {AVAILABLE.map((season) => (
        <AvailableSeason key={season.id} season={season} />
      ))}
      <div className={styles.announced}>
        {ANNOUNCED.map((season) => (
          <AnnouncedSeason key={season.id} season={season} />
        ))}
      </div>
    </CheckoutLayout>
  );
}

function Visitor() {
  return <NotSignedIn next={seasonsPath(chosenPlan())} />;
}

function BackFromSeasons() {
  const plan = chosenPlan();
  if (useSession() !== null) return <BackLink href={PUBLIC_PATHS.home}>Back</BackLink>;
  return (
    <AppBackLink to={APP_PATHS.signup} search={{ plan }}>
      Back
    </AppBackLink>
  );
}

function AvailableSeason({ season }: { readonly season: Season }) {
  const copy = useOwnCopy(season);
  const gift = useGivenCopy(season);
  const plan = chosenPlan();
  return (
    <Sheet edge="airmail" title={season.name} kicker={season.setting} aside={<Stamps of={AVAILABLE_STAMPS} />}>
      <Stack>
        <SeasonStory season={season} />
        <p>
          <Prices />
        </p>
        {gift !== undefined && <GivenSeason gift={gift} />}
        {copy !== undefined ? (
          <OwnedSeason season={season} copy={copy} />
        ) : (
          <AppButtonLink fit to={APP_PATHS.shipping} search={{ season: season.id, plan }}>
            Continue with Shipping
          </AppButtonLink>
        )}
      </Stack>
    </Sheet>
  );
}

function AnnouncedSeason({ season }: { readonly season: Season }) {
  return (
    <Sheet title={season.title} kicker={season.setting} aside={<Stamps of={['Coming soon']} />}>
      <Stack>
        <SeasonStory season={season} />
        <SeasonWaitForm season={season} own={useSession()?.user.email} />
      </Stack>
    </Sheet>
  );
}
