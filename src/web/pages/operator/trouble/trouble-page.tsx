import { call } from '../../../app/api.ts';
import { listReships, listTrouble } from '../../../../contract/operator/fulfilment.ts';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { paged } from '../parts/console-queries.ts';
import { ActionBoard } from '../parts/action-board.tsx';
import { Pages } from '../parts/fetched.tsx';
import { PieceEntry } from '../parts/piece-entry.tsx';
import { ReshipEntry } from './reship-entry.tsx';
import { Switch } from '../parts/switch.tsx';

function troubleQuery(state: 'set_aside' | 'lost' | 'returned') {
  return paged(['trouble', state], (after, signal) => call(listTrouble, { query: { state, ...after }, signal }));
}

const reshipsQuery = paged(['reships'], (after, signal) => call(listReships, { query: after, signal }));

const route = getRouteApi('/signed-in/operator/trouble');

const KINDS = [
  ['set_aside', 'Set aside'],
  ['reships', 'Asked for again'],
  ['lost', 'Lost'],
  ['returned', 'Came back'],
] as const;

const EMPTY = {
  set_aside: 'No address waits for a look.',
  reships: 'Nobody asks for anything again.',
  lost: 'Nothing is lost. Enjoy it while it lasts.',
  returned: 'Nothing has come back.',
} as const;

export function TroublePage() {
  const { kind = 'set_aside' } = route.useSearch();
  const navigate = useNavigate();
  return (
    <>
      <h1>Trouble</h1>
      <ActionBoard>
        <Sheet>
          <Stack>
            <Switch
              label="Which letters"
              value={kind}
              choices={KINDS}
              onChange={(chosen) => void navigate({ to: CONSOLE_PATHS.trouble, search: { kind: chosen } })}
            />
            {kind === 'reships' ? (
              <Pages query={reshipsQuery} label="Fetching the requests" empty={EMPTY.reships} keyOf={({ id }) => id}>
                {(reship) => <ReshipEntry reship={reship} />}
              </Pages>
            ) : (
              <Pages
                key={kind}
                query={troubleQuery(kind)}
                label="Fetching the letters"
                empty={EMPTY[kind]}
                keyOf={({ id }) => id}
              >
                {(piece) => <PieceEntry piece={piece} />}
              </Pages>
            )}
          </Stack>
        </Sheet>
      </ActionBoard>
    </>
  );
}
