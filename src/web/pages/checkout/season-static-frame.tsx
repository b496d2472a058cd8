import { APP_PATHS } from '../../../contract/site-paths.ts';
import { featuredSeason } from '../../../../seasons/shelf.ts';
import { AppBackLink } from '../../app/links.tsx';
import { Prices } from '../../ui/prices.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CheckoutLayout, SEASON_STEPS } from './checkout-layout.tsx';
import { AVAILABLE_STAMPS, SeasonStory, Stamps } from './season-story.tsx';

export const SEASON_HEAD = {
  title: 'Choose Your Season',
  lead: 'One murder at a time. The others are still being typed.',
} as const;

export function SeasonStaticFrame() {
  const season = featuredSeason();
  return (
    <CheckoutLayout
      steps={{ current: 1, names: SEASON_STEPS }}
      {...SEASON_HEAD}
      back={<AppBackLink to={APP_PATHS.signup}>Back</AppBackLink>}
    >
      <Sheet edge="airmail" title={season.name} kicker={season.setting} aside={<Stamps of={AVAILABLE_STAMPS} />}>
        <Stack>
          <SeasonStory season={season} />
          <p>
            <Prices />
          </p>
          <Skeleton label="Loading the season" lines={2} />
        </Stack>
      </Sheet>
    </CheckoutLayout>
  );
}
