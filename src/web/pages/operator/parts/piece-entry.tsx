import type { PieceReply } from '../../../../contract/operator/fulfilment.ts';
import { ConfirmButton } from './action-button.tsx';
import { ResolveForm } from './resolve-form.tsx';
import { causesOf, TroubleForm } from './trouble-form.tsx';
import { placeInWords } from '../../../../domain/sightings.ts';
import { instantInWords, ordinal, PIECE_STATE_WORDS, reasonInWords, shortDay } from './words.ts';
import { Entry, FileLink } from './entry.tsx';

interface PieceEntryProps {
  readonly piece: PieceReply;
  /** When a finder reported that they have the letter. */
  readonly foundAt?: string;
}

export function PieceEntry({ piece, foundAt }: PieceEntryProps) {
  const [name = 'Nobody', ...lines] = piece.envelope;
  const about = `letter ${piece.letter} to ${name}`;
  return (
    <Entry
      title={<FileLink subscription={piece.subscriptionId}>{name}</FileLink>}
      notes={[
        isCopyOrdered(piece) ? 'Copy ordered.' : null,
        foundAt === undefined ? null : `A finder told us of it ${instantInWords(foundAt)}.`,
        lines.join(', '),
        stateInWords(piece),
      ]}
      mark={piece.code ?? undefined}
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

function stateInWords(piece: PieceReply): string {
  const { letter, attempt } = piece;
  const again = attempt > 1 ? `, sent for the ${ordinal(attempt)} time` : '';
  const state = stateOfPiece(piece);
  return `Letter ${letter}${again}: ${state.charAt(0).toLowerCase()}${state.slice(1)}`;
}

export function stateOfPiece(piece: PieceReply): string {
  const { state, reason, handedOverOn, arrivesBy, confirmedAt, lastSeen, unprintable } = piece;
  if (piece.mailedElsewhere && state === 'handed_over') return 'Mailed by another shop before the import.';
  const words: string[] = [PIECE_STATE_WORDS[state]];
  if (handedOverOn !== null) words.push(`posted ${shortDay(handedOverOn)}`);
  if (confirmedAt !== null) words.push('its reader says it came');
  else if (state === 'handed_over' && arrivesBy !== null) words.push(`due by ${shortDay(arrivesBy)}`);
  if (lastSeen !== null) words.push(`last seen in ${placeInWords(lastSeen)} on ${shortDay(lastSeen.on)}`);
  if (reason === 'characters' && unprintable.length > 0) words.push(...unprintable);
  else if (reason !== null) words.push(reasonInWords(reason));
  return `${words.join('; ').replace(/\.$/, '')}.`;
}
