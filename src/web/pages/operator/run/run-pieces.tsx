import { useState } from 'react';
import { listRunPieces, type RunReply } from '../../../../contract/operator/fulfilment.ts';
import { pagesOf } from '../../../app/paged.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { Pages } from '../parts/pages.tsx';
import { PieceEntry } from '../parts/piece-entry.tsx';
import { Switch } from '../parts/switch.tsx';

const EMPTY = {
  pile: 'Nothing lies on the pile.',
  set_aside: 'No address was set aside. The postman will manage.',
  waiting: 'Nothing waits for a renewal.',
} as const;

export function RunPieces({ run }: { readonly run: RunReply }) {
  const [which, setWhich] = useState<keyof typeof EMPTY>((run.pieces['set_aside'] ?? 0) > 0 ? 'set_aside' : 'pile');
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
        <Pages
          key={which}
          query={pagesOf(listRunPieces, { params: { id: run.id }, query: { which } })}
          label="Fetching the letters"
          empty={EMPTY[which]}
        >
          {(piece) => <PieceEntry piece={piece} />}
        </Pages>
      </Stack>
    </Sheet>
  );
}
