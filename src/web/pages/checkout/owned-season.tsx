import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AccountReply, SubscriptionReply } from '../../../contract/account.ts';
import type { ReceivedGift } from '../../../contract/gifts.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { formatDate } from '../../../domain/calendar-date.ts';
import { lettersAre, type LetterSpan } from '../../../domain/letters-in-words.ts';
import type { Season } from '../../../domain/season.ts';
import { AppButtonLink } from '../../app/links.tsx';
import { accountQuery, giftsQuery } from '../../app/queries.ts';
import { useSession } from '../../app/session.ts';
import { Notice } from '../../ui/notice.tsx';
import { Stack } from '../../ui/sheet.tsx';
import { giverOf } from '../gift/gift-words.ts';
import { chosenPlan } from './chosen-plan.ts';
import { Text } from '../../ui/text.tsx';

/** The user's own copy of the season (rules/checkout 43). */
export function useOwnCopy(season: Season): SubscriptionReply | undefined {
  const session = useSession();
  const { data } = useQuery({ ...accountQuery, enabled: session !== null, refetchOnWindowFocus: 'always' });
  return session === null ? undefined : ownCopy(data, season);
}

/** The same condition as on the server for asking about a second copy (rules/checkout 7, 42). */
function ownCopy(account: AccountReply | undefined, { id }: Season): SubscriptionReply | undefined {
  const own = account?.subscriptions.filter(({ isGift, seasonId }) => !isGift && seasonId === id) ?? [];
  return own.find(({ status }) => status === 'active') ?? own.find(({ toCome }) => toCome !== null);
}

interface OwnedSeasonProps {
  readonly season: Season;
  readonly copy: SubscriptionReply;
  readonly address?: string | undefined;
}

export function OwnedSeason({ season, copy, address }: OwnedSeasonProps) {
  return (
    <Notice tone="warning" title="You already have this season.">
      <Stack>
        <p>
          <Text>{copy.toCome === null ? 'You already subscribe to it.' : cancelledWords(copy, copy.toCome)}</Text>
          <Text> A second copy is charged separately, and can go to another address.</Text>
        </p>
        <AppButtonLink fit to={APP_PATHS.accountSubscription}>
          {copy.resumableUntil === null ? 'See your copy' : 'Resume your copy'}
        </AppButtonLink>
        <AppButtonLink
          fit
          variant="secondary"
          to={APP_PATHS.shipping}
          search={{ season: season.id, address, plan: chosenPlan(), another: 'true' }}
        >
          Buy a second copy
        </AppButtonLink>
      </Stack>
    </Notice>
  );
}

function cancelledWords({ resumableUntil }: SubscriptionReply, toCome: LetterSpan): string {
  const comes = `It’s canceled, but ${uncapitalized(lettersAre(toCome))} paid for and will still arrive.`;
  if (resumableUntil === null) return comes;
  return `${comes} You can resume it in your account before ${formatDate(new Date(resumableUntil))}.`;
}

function uncapitalized(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export function useGivenCopy({ id }: Season): ReceivedGift | undefined {
  const session = useSession();
  const { data } = useQuery({ ...giftsQuery, enabled: session !== null });
  if (session === null) return undefined;
  return data?.received.find(({ seasonId, state }) => seasonId === id && state !== 'refunded');
}

export function GivenSeason({ gift }: { readonly gift: ReceivedGift }) {
  return (
    <Notice tone="info" title={`You have this season as a gift from ${giverOf(gift)}.`}>
      <Stack>
        <p>The gift costs you nothing. If you buy a copy of your own, it’s charged separately.</p>
        <AppButtonLink fit variant="secondary" to={APP_PATHS.account} search={{ subscription: gift.subscriptionId }}>
          See the gift’s letters
        </AppButtonLink>
      </Stack>
    </Notice>
  );
}

export function FurtherCopy() {
  return (
    <Notice tone="info" title="You’re buying a second copy.">
      <p>
        You already have this season: <Link to={APP_PATHS.accountSubscription}>see it in your account</Link>. This copy
        is charged separately.
      </p>
    </Notice>
  );
}
