import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import {
  checkClaimLink,
  claimGift,
  lookAtClaim,
  type ReceivedGift,
  type UnopenedGift,
} from '../../../contract/gifts.ts';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { calendarDate, formatDate } from '../../../domain/calendar-date.ts';
import { ApiFailure } from '../../app/api-failure.ts';
import { call } from '../../app/api.ts';
import { AppButtonLink, HomeLink } from '../../app/links.tsx';
import { giftsQuery, invalidate, queryOf } from '../../app/queries.ts';
import { SignedInAs } from '../../app/sign-out.tsx';
import { stringifySearch } from '../../app/search-params.ts';
import { Button } from '../../ui/button.tsx';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Struck } from '../../ui/ornament.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { GiftCard } from './gift-card.tsx';
import { giverOf } from './gift-words.ts';
import styles from './gifts.module.css';
import { ReceivedGiftProgress } from './received-gift-progress.tsx';

const route = getRouteApi('/gift/claim');

/** Opening the page changes nothing, since email programs open links automatically. */
export function ClaimPage() {
  return (
    <div className={styles.alone}>
      <SignedInAs />
      <Gift />
    </div>
  );
}

function Gift() {
  const { token } = route.useSearch();
  const { signedIn } = route.useLoaderData();
  if (token === undefined) return <NoLink />;
  return signedIn ? <Claim token={token} /> : <SignInFirst token={token} />;
}

const UNOPENED = {
  title: 'Someone Has Given You a Murder Mystery by Mail',
  level: 1,
  edge: 'airmail',
  aside: <Struck place="WICK HARBOR" lines={['TO BE', 'OPENED', 'ONCE']} />,
} as const;

const NOWHERE = 'A Gift for You';

function NoLink() {
  return (
    <Sheet title={NOWHERE} level={1} edge="perforated">
      <Stack>
        <p>The link is incomplete. Copy all of it from the email or the certificate.</p>
        <HomeLink />
      </Stack>
    </Sheet>
  );
}

function SignInFirst({ token }: { readonly token: string }) {
  const search = { next: APP_PATHS.giftClaim + stringifySearch({ token }) };
  const check = useQuery(queryOf(checkClaimLink, { body: { token } }));
  if (check.isPending) return <Skeleton label="Loading the gift" lines={4} />;
  if (isRefusal(check.error)) {
    return (
      <Refused error={check.error}>
        <HomeLink />
      </Refused>
    );
  }
  const isOpened = check.data?.opened === true;
  return (
    <Sheet {...UNOPENED} title={isOpened ? OPENED_TITLE : UNOPENED.title}>
      <Stack>
        {check.data?.gift && <UnopenedFacts gift={check.data.gift} />}
        <p>{isOpened ? OPENED_ALREADY : INVITATION}</p>
        <div className={styles.actions}>
          {!isOpened && (
            <AppButtonLink to={APP_PATHS.signup} search={search}>
              Create an Account
            </AppButtonLink>
          )}
          <AppButtonLink to={APP_PATHS.signin} search={search} variant={isOpened ? 'primary' : 'secondary'}>
            Sign In
          </AppButtonLink>
        </div>
      </Stack>
    </Sheet>
  );
}

function UnopenedFacts({ gift }: { readonly gift: UnopenedGift }) {
  const { seasonName, giftMessage, startDate } = gift;
  return (
    <>
      {giftMessage !== '' && <GiftCard from={giverOf(gift)} message={giftMessage} />}
      <DefinitionList
        items={[
          { term: 'From', detail: giverOf(gift) },
          { term: 'Season', detail: seasonName },
          { term: 'Start date', detail: formatDate(calendarDate(startDate)) },
        ]}
      />
    </>
  );
}

const INVITATION =
  'You don’t need an account to get the letters. With one, you can also see which letters are on their way. You don’t need to enter an address: the giver has told us where the letters go.';

const OPENED_TITLE = 'This Gift Is Already Opened';
const OPENED_ALREADY =
  'Someone has already opened this gift. If it was you, sign in to see it in your account. If it wasn’t, email Support.';

function Claim({ token }: { readonly token: string }) {
  const look = useQuery(queryOf(lookAtClaim, { body: { token } }));
  const claim = useMutation({
    mutationFn: () => call(claimGift, { body: { token } }),
    onSuccess: () => invalidate(giftsQuery),
  });
  const opened = claim.data ?? look.data?.gift;
  if (opened) return <Claimed gift={opened} arriving={claim.isSuccess} />;
  if (look.isPending) return <Skeleton label="Loading the gift" lines={4} />;
  if (isRefusal(look.error)) {
    return (
      <Refused error={look.error}>
        <AppButtonLink to={APP_PATHS.accountSubscription} variant="secondary">
          Go to your account
        </AppButtonLink>
      </Refused>
    );
  }
  return (
    <Sheet {...UNOPENED}>
      <Stack>
        {look.data?.unopened && <UnopenedFacts gift={look.data.unopened} />}
        <p>
          Open the gift to add its calendar and its case file to your account. You don’t need to open it to get the
          letters.
        </p>
        {claim.isError && <Notice tone="error">{problemOf(claim.error)}</Notice>}
        <div className={styles.actions}>
          <Button busy={claim.isPending} onClick={() => claim.mutate()}>
            Open the Gift
          </Button>
        </div>
      </Stack>
    </Sheet>
  );
}

const REFUSALS: ReadonlyMap<string, string> = new Map([
  ['not_found', NOWHERE],
  ['gift_claimed', OPENED_TITLE],
  ['own_gift', 'A Gift You’ve Given'],
]);

function isRefusal(error: Error | null): error is ApiFailure {
  return error instanceof ApiFailure && REFUSALS.has(error.code);
}

interface RefusedProps {
  readonly error: ApiFailure;
  readonly children: ReactNode;
}

function Refused({ error, children }: RefusedProps) {
  return (
    <Sheet title={REFUSALS.get(error.code) ?? NOWHERE} level={1} edge="perforated">
      <Stack>
        <Notice tone="error">{problemOf(error)}</Notice>
        <div className={styles.actions}>{children}</div>
      </Stack>
    </Sheet>
  );
}

function problemOf(error: Error): string {
  if (!(error instanceof ApiFailure)) return 'We couldn’t open the gift. Please try again.';
  return error.code === 'not_found'
    ? 'This link doesn’t work. Make sure you copied all of it. If we emailed you more than once, use the newest email. If no link works, email Support.'
    : error.message;
}

function Claimed({ gift, arriving }: { readonly gift: ReceivedGift; readonly arriving: boolean }) {
  return (
    <Sheet title="The Gift Is Yours" level={1} edge="airmail" arriving={arriving}>
      <Stack>
        <ReceivedGiftProgress gift={gift} />
        <div className={styles.actions}>
          <AppButtonLink to={APP_PATHS.accountSubscription}>Go to your account</AppButtonLink>
        </div>
      </Stack>
    </Sheet>
  );
}
