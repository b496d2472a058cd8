import type { PieceReply } from '../../../../contract/operator/fulfilment.ts';
import { placeInWords } from '../../../../domain/sightings.ts';
import { PIECE_STATE_WORDS, shortDay, shortReason } from './words.ts';

/** For example 'With the post; posted Nov 27; due by Dec 2.' */
export function stateOfPiece(piece: PieceReply, today: string): string {
  const { reason, lastSeen, unprintable } = piece;
  if (piece.mailedElsewhere && piece.state === 'handed_over') return 'Mailed by another shop before the import.';
  const words = whereabouts(piece, today);
  if (lastSeen !== null) words.push(`last seen in ${placeInWords(lastSeen)} on ${shortDay(lastSeen.on)}`);
  if (reason === 'characters' && unprintable.length > 0) words.push(...unprintable);
  else if (reason !== null) words.push(shortReason(reason));
  return `${words.join('; ').replace(/\.$/, '')}.`;
}

function whereabouts({ state, handedOverOn, arrivesBy, confirmedAt }: PieceReply, today: string): string[] {
  const posted = handedOverOn === null ? [] : [`posted ${shortDay(handedOverOn)}`];
  if (confirmedAt !== null) return ['Arrived, its reader says', ...posted];
  if (state !== 'handed_over' || arrivesBy === null) return [PIECE_STATE_WORDS[state], ...posted];
  if (arrivesBy < today) return [`Due by ${shortDay(arrivesBy)}`, 'not reported missing', ...posted];
  return [PIECE_STATE_WORDS[state], ...posted, `due by ${shortDay(arrivesBy)}`];
}
