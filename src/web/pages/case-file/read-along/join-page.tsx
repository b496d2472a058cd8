import { useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { acceptInvitation, type InvitationLook, lookAtInvitation } from '../../../../contract/case-groups.ts';
import { APP_PATHS } from '../../../../contract/site-paths.ts';
import { call } from '../../../app/api.ts';
import { Fetched } from '../../../app/fetched.tsx';
import { AppButtonLink, HomeLink } from '../../../app/links.tsx';
import { invalidate, queryOf } from '../../../app/queries.ts';
import { stringifySearch } from '../../../app/search-params.ts';
import { SignedInAs } from '../../../app/sign-out.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { groupQuery } from '../case-queries.ts';
import styles from './read-along.module.css';
import { SeatForm } from './seat-form.tsx';

const route = getRouteApi('/read-along');

/** Opening the page changes nothing, since messengers open links automatically. */
export function JoinPage() {
  const { token } = route.useSearch();
  const { signedIn } = route.useLoaderData();
  return (
    <div className={styles.alone}>
      <SignedInAs />
      {token === undefined ? (
        <NoLink />
      ) : signedIn ? (
        <Fetched
          query={queryOf(lookAtInvitation, { body: { token } })}
          label="Loading the invitation"
          lines={5}
          heading={<h1>Read Along</h1>}
          failureTitle="We couldn’t load the invitation."
          missingTitle="This link doesn’t work."
        >
          {(look) => <Join token={token} look={look} />}
        </Fetched>
      ) : (
        <SignInFirst token={token} />
      )}
    </div>
  );
}

function NoLink() {
  return (
    <Sheet title="Read Along" level={1} edge="perforated">
      <Stack>
        <p>This link is incomplete. Copy the whole link from your invitation and open it again.</p>
        <HomeLink />
      </Stack>
    </Sheet>
  );
}

function SignInFirst({ token }: { readonly token: string }) {
  const search = { next: APP_PATHS.readAlong + stringifySearch({ token }) };
  return (
    <Sheet title="You’re Invited to Read Along" level={1} edge="airmail">
      <Stack>
        <p>
          You’re invited to read a season of letters together with others. Everyone needs their own letters, bought or
          as a gift, and you see one another’s notes. Sign in first, so that we know which letters you have.
        </p>
        <div className={styles.actions}>
          <AppButtonLink to={APP_PATHS.signin} search={search}>
            Sign In
          </AppButtonLink>
          <AppButtonLink to={APP_PATHS.signup} search={search} variant="secondary">
            Create an Account
          </AppButtonLink>
        </div>
      </Stack>
    </Sheet>
  );
}

interface JoinProps {
  readonly token: string;
  readonly look: InvitationLook;
}

function Join({ token, look }: JoinProps) {
  const { seasonId, title, from, seated, hindrance } = look;
  return (
    <Sheet title={`${from} Invites You to Read Along`} level={1} kicker={title} edge="airmail">
      <Stack>
        <p>
          {seated === 1
            ? `${from} is reading this season and would like to read it with you.`
            : `${seated} people are reading this season together, and ${from} invites you to join them.`}
        </p>
        {hindrance === null ? (
          <TakeSeat token={token} season={seasonId} />
        ) : (
          <Hindered hindrance={hindrance} season={seasonId} />
        )}
      </Stack>
    </Sheet>
  );
}

function TakeSeat({ token, season }: { readonly token: string; readonly season: string }) {
  const navigate = useNavigate();
  const accept = useMutation({
    mutationFn: (seat: { name: string; showsNotes: boolean }) => call(acceptInvitation, { body: { ...seat, token } }),
    onSuccess: async () => {
      await invalidate(groupQuery(season));
      await navigate({ to: APP_PATHS.accountCaseAlong, search: { season }, replace: true });
    },
  });
  return (
    <>
      <p>
        You can read a note of the others when you have as many letters as its writer had when writing it. They read
        yours in the same way. They also see the name you choose here and how many letters you have, up to their own
        number. They see nothing else about your account.
      </p>
      <SeatForm submit="Join" busy={accept.isPending} error={accept.error} onSubmit={accept.mutate} />
    </>
  );
}

interface HinderedProps {
  readonly hindrance: NonNullable<InvitationLook['hindrance']>;
  readonly season: string;
}

function Hindered({ hindrance, season }: HinderedProps) {
  const toSeason = hindrance === 'no_season';
  return (
    <>
      <p>{HINDRANCES[hindrance]}</p>
      <div className={styles.actions}>
        {toSeason ? (
          <AppButtonLink to={APP_PATHS.seasonSelection}>Choose a season</AppButtonLink>
        ) : (
          <AppButtonLink to={APP_PATHS.accountCaseAlong} search={{ season }}>
            Go to Read Along
          </AppButtonLink>
        )}
      </div>
    </>
  );
}

const HINDRANCES = {
  seated: 'You’re already in this group.',
  no_season:
    'To read along, you need this season yourself. If someone gave it to you, first open the link in the gift email or on the gift certificate. This invitation expires fourteen days after it was made. After that, ask for a new one.',
  other_group: 'You’re already in a group for this season. Leave it first, then open this link again.',
  full: 'The group is full. If someone leaves, this link may work again.',
} as const satisfies Record<HinderedProps['hindrance'], string>;
