import { useState } from 'react';
import type { RunReply } from '../../../../contract/operator/fulfilment.ts';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { piecesQuery, type WhichPieces } from './run-queries.ts';
import { Pages } from '../parts/fetched.tsx';
import { PieceEntry } from '../parts/piece-entry.tsx';
import { Switch } from '../parts/switch.tsx';

const EMPTY = {
  pile: 'Nothing lies on the pile.',
  set_aside: 'No address was set aside. The postman will manage.',
  waiting: 'Nothing waits for a renewal.',
} as const satisfies Record<WhichPieces, string>;

export function RunPieces({ run }: { readonly run: RunReply }) {
  const [which, setWhich] = useState<WhichPieces>((run.pieces['set_aside'] ?? 0) > 0 ? 'set_aside' : 'pile');
  return (
    <Sheet title="Its letters">
      <Stack>
        <Switch
          label="Which letters"
          value={which}
          onChange={setWhich}
          choices={[
            ['pile', 'On the pile'],
            ['set_aside', 'Set aside'],
            ['waiting', 'Waiting'],
          ]}
        />
        <Pages key={which} query={piecesQuery(run.id, which)} label="Fetching the letters" empty={EMPTY[which]}>
          {(piece) => <PieceEntry piece={piece} />}
        </Pages>
      </Stack>
    </Sheet>
  );
}
