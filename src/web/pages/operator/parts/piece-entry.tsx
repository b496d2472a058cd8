import type { PieceReply } from '../../../../contract/operator/fulfilment.ts';
import { ConfirmButton } from './action-button.tsx';
import { ResolveForm } from './resolve-form.tsx';
import { causesOf, TroubleForm } from './trouble-form.tsx';
import { newYorkDate } from '../../../../domain/calendar-date.ts';
import { useNow } from '../../../app/now.ts';
import { stateOfPiece } from './piece-words.ts';
import { instantInWords, ordinal } from './words.ts';
import { Entry, FileLink } from './entry.tsx';

interface PieceEntryProps {
  readonly piece: PieceReply;
  /** When a finder reported that they have the letter. */
  readonly foundAt?: string;
  readonly whole?: boolean;
}

export function PieceEntry({ piece, foundAt, whole = false }: PieceEntryProps) {
  const now = useNow();
  const [name = 'Nobody', ...lines] = piece.envelope;
  const about = `letter ${piece.letter} to ${name}`;
  return (
    <Entry
      title={<FileLink subscription={piece.subscriptionId}>{name}</FileLink>}
      notes={[
        isCopyOrdered(piece) ? 'Copy ordered.' : null,
        foundAt === undefined ? null : `A finder told us of it ${instantInWords(foundAt)}.`,
        lines.join(', '),
        stateInWords(piece, newYorkDate(now)),
      ]}
      mark={piece.code ?? undefined}
      whole={whole}
    >
      {piece.state === 'set_aside' && (
        <ConfirmButton label="Decide" about={about} title="What about this address?">
          {(close) => <ResolveForm piece={piece} onClose={close} />}
        </ConfirmButton>
      )}
      {causesOf(piece).length > 0 && (
        <ConfirmButton label="Report" about={about} variant="quiet" title={`Letter ${piece.letter} to ${name}`}>
          {(close) => <TroubleForm piece={piece} onClose={close} />}
        </ConfirmButton>
      )}
    </Entry>
  );
}

function isCopyOrdered({ state, canReship }: PieceReply): boolean {
  return (state === 'lost' || state === 'returned') && !canReship;
}

function stateInWords(piece: PieceReply, today: string): string {
  const { letter, attempt } = piece;
  const again = attempt > 1 ? `, sent for the ${ordinal(attempt)} time` : '';
  const state = stateOfPiece(piece, today);
  return `Letter ${letter}${again}: ${state.charAt(0).toLowerCase()}${state.slice(1)}`;
}
