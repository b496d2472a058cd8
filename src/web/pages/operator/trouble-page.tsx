import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import {
  countTrouble,
  decideReshipRequest,
  listFound,
  getAddressChecks,
  listReships,
  listSightings,
  listTrouble,
  type ReshipReply,
} from '../../../contract/operator/fulfilment.ts';
import { CONSOLE_PATHS } from '../../../contract/site-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../app/queries.ts';
import { call } from '../../app/api.ts';
import { pagesOf } from '../../app/paged-list.tsx';
import { ActionBoard, QuestionButton } from './parts/action-button.tsx';
import { counted, instantInWords, runTitle } from './parts/words.ts';
import { Fetched } from '../../app/fetched.tsx';
import { Entry, FileLink } from './parts/entry.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import { ListSheet, Pages } from './parts/pages.tsx';
import { PieceEntry } from './parts/piece-entry.tsx';
import { May } from './parts/role.tsx';
import { Switch } from './parts/switch.tsx';

const route = getRouteApi('/signed-in/operator/trouble');

const KINDS = [
  ['set_aside', 'Addresses to check'],
  ['reships', 'Copies requested'],
  ['returned', 'Returned'],
  ['coming_back', 'On the way back'],
  ['lost', 'Lost'],
  ['quiet', 'Not scanned'],
  ['found', 'Found by others'],
] as const;
type Kind = (typeof KINDS)[number][0];

const EMPTY = {
  set_aside: 'No address has to be checked.',
  reships: 'No customer has requested a copy of a letter.',
  lost: 'No letter is lost.',
  found: 'No finder has reported a letter.',
  returned: 'No letter was returned.',
  quiet: 'No letter has gone too long without a scan. Letters without a barcode are not scanned.',
  coming_back: 'By its scans, no letter is on the way back.',
} as const;

export function TroublePage() {
  const { kind } = route.useSearch();
  return (
    <>
      <h1>Letter problems</h1>
      <Fetched query={queryOf(countTrouble)} label="Counting the letters" lines={4}>
        {(counts) => (
          <Lists
            kind={kind ?? KINDS.find(([name]) => counts[name] > 0)?.[0] ?? 'set_aside'}
            kinds={KINDS.map(([name, words]) => [name, withCount(words, counts[name])])}
          />
        )}
      </Fetched>
    </>
  );
}

function withCount(words: string, count: number): string {
  return count === 0 ? words : `${words} (${count.toLocaleString('en-US')})`;
}

interface ListsProps {
  readonly kind: Kind;
  readonly kinds: readonly (readonly [Kind, string])[];
}

function Lists({ kind, kinds }: ListsProps) {
  const navigate = useNavigate();
  return (
    <>
      <ActionBoard>
        <Sheet
          title="Letters that need you"
          aside={
            // A full page load, since only that page's document may use the camera.
            <ButtonLink variant="secondary" href={CONSOLE_PATHS.returns}>
              Scan What Came Back
            </ButtonLink>
          }
        >
          <Stack>
            <Switch
              label="Which letters"
              value={kind}
              choices={kinds}
              onChange={(chosen) => void navigate({ to: CONSOLE_PATHS.trouble, search: { kind: chosen } })}
            />
            {kind === 'found' ? (
              <Pages query={pagesOf(listFound)} label="Fetching the letters that were found" empty={EMPTY.found}>
                {(piece) => <PieceEntry piece={piece} foundAt={piece.foundAt} whole />}
              </Pages>
            ) : kind === 'reships' ? (
              <Pages query={pagesOf(listReships)} label="Fetching the requests" empty={EMPTY.reships}>
                {(reship) => <ReshipEntry reship={reship} />}
              </Pages>
            ) : (
              <Pages
                key={kind}
                query={pagesOf(listTrouble, { query: { state: kind } })}
                label="Fetching the letters"
                empty={EMPTY[kind]}
              >
                {(piece) => <PieceEntry piece={piece} whole />}
              </Pages>
            )}
          </Stack>
        </Sheet>
        {kind === 'quiet' && <RunSightings />}
        {kind === 'set_aside' && <AddressChecks />}
      </ActionBoard>
    </>
  );
}

/** Shows whether the feed of scans is down, or letters haven't been scanned yet (rules/fulfilment 73). */
function RunSightings() {
  return (
    <ListSheet
      title="What the post has seen"
      query={pagesOf(listSightings)}
      label="Fetching the counts"
      empty="Nothing has been looked for yet. Each night we count which letters with a barcode a machine has seen."
      keyOf={({ run }) => run.id}
    >
      {({ run, pieces, seen, unseen, lookedAt }) => (
        <Entry
          title={
            <Link to={CONSOLE_PATHS.run} search={{ run: run.id }}>
              {runTitle(run)}
            </Link>
          }
          notes={[
            `${seen.toLocaleString('en-US')} of ${counted(pieces, 'letter')} with a barcode seen; counted ${instantInWords(lookedAt)}.`,
            unseen
              ? 'The feed is silent, or they have not reached a machine: ask at the counter where they were handed in.'
              : null,
          ]}
          mark={unseen ? 'Too few seen' : undefined}
        />
      )}
    </ListSheet>
  );
}

const OUTCOMES = [
  ['deliverable', 'deliverable'],
  ['unit_missing', 'without the door’s number'],
  ['unit_unconfirmed', 'with a door that the post does not know'],
  ['undeliverable', 'undeliverable'],
  ['unanswered', 'left unanswered'],
  ['over_limit', 'beyond the limit, and not asked about'],
] as const;

const BOOKS = { usps: 'the postal service', lob: 'Lob' } as const;

/** Shows nothing if addresses aren't checked (rules/checkout 50). */
function AddressChecks() {
  const { data } = useQuery(queryOf(getAddressChecks));
  if (data === undefined || data.by === 'none') return null;
  const { by, perHour, outcomes } = data;
  const counts = OUTCOMES.filter(([name]) => (outcomes[name] ?? 0) > 0).map(
    ([name, words]) => `${(outcomes[name] ?? 0).toLocaleString('en-US')} ${words}`,
  );
  return (
    <Sheet title="Addresses asked about">
      <p>{`Of the last day, from ${BOOKS[by]}: ${counts.length === 0 ? 'none' : counts.join(', ')}. At most ${perHour.toLocaleString('en-US')} an hour.`}</p>
    </Sheet>
  );
}

const WAY_WORDS = { now: 'with the next first letters', with_next: 'with their next letter' } as const;

function ReshipEntry({ reship }: { readonly reship: ReshipReply }) {
  const decide = (approve: boolean) => call(decideReshipRequest, { params: { id: reship.id }, body: { approve } });
  const about = `letter ${reship.letter} to ${reship.recipient}`;
  const asked = `Letter ${reship.letter} was ${reship.cause}; asked ${instantInWords(reship.askedAt)} to have it ${WAY_WORDS[reship.way]}.`;
  return (
    <Entry title={<FileLink subscription={reship.subscriptionId}>{reship.recipient}</FileLink>} notes={[asked]}>
      <May call="decideReshipRequest">
        <QuestionButton
          label="Send Copy"
          about={about}
          title="Send a copy?"
          yes="Send Copy"
          mutation={() => decide(true)}
          said={`A copy of letter ${reship.letter} goes to ${reship.recipient}, ${WAY_WORDS[reship.way]}.`}
        >
          <p>{`We mail a copy of letter ${reship.letter} to ${reship.recipient}, ${WAY_WORDS[reship.way]}. The copy is free.`}</p>
        </QuestionButton>
        <QuestionButton
          label="Refuse"
          about={about}
          variant="quiet"
          title="Refuse it?"
          yes="Refuse"
          mutation={() => decide(false)}
          said={`Refused: ${reship.recipient} gets no copy of letter ${reship.letter}.`}
        >
          <p>{`${reship.recipient} gets no copy of letter ${reship.letter}. No email says so: write to them.`}</p>
        </QuestionButton>
      </May>
    </Entry>
  );
}
