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

/** Opening the page takes no seat, since messengers open links by themselves. */
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
          label="Looking for the table"
          lines={5}
          heading={<h1>Read Along</h1>}
          failureTitle="No table answers to this link."
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
    <Sheet title="A Chair, Somewhere" level={1} edge="perforated">
      <Stack>
        <p>The link is missing its end. Copy all of it, to the last letter.</p>
        <HomeLink />
      </Stack>
    </Sheet>
  );
}

function SignInFirst({ token }: { readonly token: string }) {
  const search = { next: APP_PATHS.readAlong + stringifySearch({ token }) };
  return (
    <Sheet title="Somebody Keeps a Chair for You" level={1} edge="airmail">
      <Stack>
        <p>
          You are asked to read a season of letters along with others: each with letters of their own, all with one
          another’s notes. Sign in first, so that we know how far you have come.
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
    <Sheet title={`${from} Keeps a Chair for You`} level={1} kicker={title} edge="airmail">
      <Stack>
        <p>
          {seated === 1
            ? `${from} reads this season, and would rather not do so alone.`
            : `${seated} people read this season along with one another, and ${from} asks you to sit down with them.`}
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
        You read what they have pinned, and they what you have, up to the letter that each of you holds. They see the
        name you choose here, and nothing else of your account.
      </p>
      <SeatForm submit="Sit Down" busy={accept.isPending} error={accept.error} onSubmit={accept.mutate} />
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
            Go to your table
          </AppButtonLink>
        )}
      </div>
    </>
  );
}

const HINDRANCES = {
  seated: 'You sit there already. The tea is still warm.',
  no_season:
    'To read along, the letters have to come to you as well. The link waits for fourteen days from its making.',
  other_group: 'You read this season along with others already. Leave their table first, and open this link again.',
  full: 'Every chair is taken by now. If one falls empty, this link may still lead to it.',
} as const satisfies Record<HinderedProps['hindrance'], string>;
