import { type PieceReply, undoSendAgain } from '../../../../contract/operator/fulfilment.ts';
import { listSubscriptionPieces, type SubscriptionDetail } from '../../../../contract/operator/subscribers.ts';
import { newYorkDate } from '../../../../domain/calendar-date.ts';
import { call } from '../../../app/api.ts';
import { useNow } from '../../../app/now.ts';
import { pagesOf } from '../../../app/paged-list.tsx';
import { ActionButton, ConfirmButton } from '../parts/action-button.tsx';
import { Entry } from '../parts/entry.tsx';
import { FEW_ROWS, ListSheet } from '../parts/pages.tsx';
import { stateOfPiece } from '../parts/piece-words.ts';
import { ResolveForm } from '../parts/resolve-form.tsx';
import { causesOf, TroubleForm } from '../parts/trouble-form.tsx';
import { ordinal, weekdayInWords } from '../parts/words.ts';

const FEW = 6;

interface LettersProps {
  readonly detail: SubscriptionDetail;
}

export function Letters({ detail: { summary, copies } }: LettersProps) {
  return (
    <ListSheet
      title="Letters"
      titleId="letters"
      csvAbove={FEW_ROWS}
      query={pagesOf(listSubscriptionPieces, { params: { id: summary.id } })}
      label="Fetching the letters"
      empty="No letter is sealed yet."
      few={{ count: FEW, more: 'All letters', less: 'Latest letters' }}
      before={copies.map(({ reshipId, letter, leavesOn, address }) => ({
        key: `again-${letter}`,
        entry: (
          <Entry
            whole
            title={`Copy of letter ${letter}: leaves ${weekdayInWords(leavesOn)}`}
            notes={[address.join(', ')]}
          >
            <ActionButton
              label="Undo"
              about={`copy of letter ${letter}`}
              variant="quiet"
              mutation={() => call(undoSendAgain, { params: { id: reshipId } })}
              said={`No copy of letter ${letter} is sent.`}
            />
          </Entry>
        ),
      }))}
    >
      {(piece) => <LetterEntry piece={piece} />}
    </ListSheet>
  );
}

function LetterEntry({ piece }: { readonly piece: PieceReply }) {
  const today = newYorkDate(useNow());
  const { letter, attempt, code, state, envelope, canReship } = piece;
  const about = `letter ${letter}${attempt > 1 ? `, ${ordinal(attempt)} copy` : ''}`;
  const title = `Letter ${letter} to ${envelope[0] ?? ''}`;
  return (
    <Entry
      whole
      title={`Letter ${letter}${attempt > 1 ? `, ${ordinal(attempt)} copy` : ''}`}
      notes={[stateOfPiece(piece, today), envelope.join(', ')]}
      mark={code ?? undefined}
    >
      {state === 'set_aside' && (
        <ConfirmButton label="Decide" about={about} title="What about this address?">
          {(close) => <ResolveForm piece={piece} onClose={close} />}
        </ConfirmButton>
      )}
      {causesOf(piece).length > 0 && (
        <ConfirmButton label={canReship ? 'Report or send copy' : 'Report'} about={about} variant="quiet" title={title}>
          {(close) => <TroubleForm piece={piece} onClose={close} />}
        </ConfirmButton>
      )}
    </Entry>
  );
}
