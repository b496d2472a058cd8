import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubscriptionReply } from '../../../contract/account.ts';
import { APP_PATHS, PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { SEASONS } from '../../../../seasons/shelf.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { lettersAre, type LetterSpan } from '../../../domain/letters-in-words.ts';
import { LETTERS_PER_SEASON, MONTHS_PER_SEASON, type Season } from '../../../domain/season.ts';
import { AppBackLink, AppButtonLink } from '../../app/links.tsx';
import { useOnceHydrated } from '../../app/once-hydrated.ts';
import { accountQuery } from '../../app/queries.ts';
import { useSession } from '../../app/session.ts';
import { storedPromo } from '../../promo-link.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { BroughtCode } from '../../ui/brought-code.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { chosenPlan } from './chosen-plan.ts';
import { CheckoutLayout, SEASON_STEPS } from './checkout-layout.tsx';
import { ownCopy } from './purchase.ts';
import styles from './season-page.module.css';

const AVAILABLE: readonly Season[] = SEASONS.filter(({ available }) => available);
const ANNOUNCED: readonly Season[] = SEASONS.filter(({ available }) => !available);

export function SeasonPage() {
  const [stored] = useState(storedPromo);
  const code = useOnceHydrated(stored, undefined);
  return (
    <CheckoutLayout
      steps={{ current: 1, names: SEASON_STEPS }}
      title="Choose Your Season"
      lead="One murder at a time. The others are still being typed."
      back={<BackFromSeasons />}
    >
      {code !== undefined && <BroughtCode code={code} />}
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

function BackFromSeasons() {
  const plan = useOnceHydrated(chosenPlan(), undefined);
  if (useSession() !== null) return <BackLink href={PUBLIC_PATHS.home}>Back</BackLink>;
  return (
    <AppBackLink to={APP_PATHS.signup} search={{ plan }}>
      Back
    </AppBackLink>
  );
}

function AvailableSeason({ season }: { readonly season: Season }) {
  const copy = useOwnCopy(season);
  const plan = useOnceHydrated(chosenPlan(), undefined);
  return (
    <Sheet
      edge="airmail"
      title={season.name}
      kicker={season.setting}
      aside={<Stamps of={['Featured', 'Available Now']} />}
    >
      <Stack>
        <SeasonStory season={season} />
        {copy !== undefined ? (
          <SecondCopy season={season} copy={copy} />
        ) : (
          <AppButtonLink fit to={APP_PATHS.shipping} search={{ season: season.id, plan }}>
            Continue with Shipping
          </AppButtonLink>
        )}
      </Stack>
    </Sheet>
  );
}

function useOwnCopy(season: Season): SubscriptionReply | undefined {
  const session = useSession();
  const { data } = useQuery({ ...accountQuery, enabled: session !== null });
  return session === null ? undefined : ownCopy(data, season);
}

/** rules/checkout 7. */
function SecondCopy({ season, copy }: { readonly season: Season; readonly copy: SubscriptionReply }) {
  return (
    <Notice tone="warning" title="You already have this season.">
      <Stack>
        <p>
          {copy.toCome === null ? 'It is paid for and on its way.' : cancelledWords(copy, copy.toCome)} A second copy is
          a fine thing, if you mean it: it is paid for by itself, and may go to another door.
        </p>
        {copy.resumableUntil !== null && (
          <AppButtonLink fit to={APP_PATHS.accountSubscription}>
            Resume the first
          </AppButtonLink>
        )}
        <AppButtonLink
          fit
          variant="secondary"
          to={APP_PATHS.shipping}
          search={{ season: season.id, plan: chosenPlan(), another: 'true' }}
        >
          Buy a second one
        </AppButtonLink>
      </Stack>
    </Notice>
  );
}

function cancelledWords({ resumableUntil }: SubscriptionReply, toCome: LetterSpan): string {
  const comes = `It is cancelled, but ${uncapitalized(lettersAre(toCome))} paid for and still to come.`;
  if (resumableUntil === null) return comes;
  return `${comes} Until ${formatDate(new Date(resumableUntil))} it can be resumed in your account.`;
}

function uncapitalized(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function AnnouncedSeason({ season }: { readonly season: Season }) {
  return (
    <Sheet title={season.title} kicker={season.setting} aside={<Stamps of={['Coming soon']} />}>
      <SeasonStory season={season} />
    </Sheet>
  );
}

function Stamps({ of }: { readonly of: readonly string[] }) {
  return (
    <ul className={styles.stamps}>
      {of.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}

function SeasonStory({ season }: { readonly season: Season }) {
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
