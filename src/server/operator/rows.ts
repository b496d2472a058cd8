import type { PieceReply } from '../../contract/operator/post.ts';

/** A letter as a row of a terminal. */
export function pieceRow({ id, letter, attempt, state, code, handedOverOn, reason, envelope }: PieceReply) {
  return [code ?? id, `letter ${letter}`, `attempt ${attempt}`, state, handedOverOn, reason, envelope.join(', ')];
}
