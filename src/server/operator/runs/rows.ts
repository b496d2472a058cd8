import type { PieceReply } from '../../../contract/operator/fulfilment.ts';
import type { Run } from '../../fulfilment/runs/runs.ts';

/** A letter as a row of a terminal. */
export function pieceRow({ id, letter, attempt, state, code, handedOverOn, reason, envelope }: PieceReply) {
  return [code ?? id, `letter ${letter}`, `attempt ${attempt}`, state, handedOverOn, reason, envelope.join(', ')];
}

/** What is due in a run that is planned; where the pieces of any other are. */
export function figuresInWords({ state, plan }: Run, pieces: Readonly<Record<string, number>>): string {
  const figures = Object.entries((state === 'planned' ? plan?.due : pieces) ?? {}).map(([what, count]) =>
    state === 'planned' ? `${count} of letter ${what}` : `${count} ${what.replaceAll('_', ' ')}`,
  );
  return figures.length === 0 ? 'nothing' : figures.join(', ');
}
