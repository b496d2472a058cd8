import { Link } from '@tanstack/react-router';
import type { PieceReply } from '../../../../contract/operator/fulfilment.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import styles from '../parts/console.module.css';
import { ConfirmButton } from '../parts/action-button.tsx';
import { ResolveForm } from './resolve-form.tsx';
import { causesOf, TroubleForm } from './trouble-form.tsx';
import { dayInWords, ordinal, PIECE_STATE_WORDS, reasonInWords } from '../parts/words.ts';

export function PieceEntry({ piece }: { readonly piece: PieceReply }) {
  const [name = 'Nobody', ...lines] = piece.envelope;
  const about = `letter ${piece.letter} to ${name}`;
  return (
    <>
      <div className={styles.what}>
        <Link to={CONSOLE_PATHS.subscriber} search={{ subscription: piece.subscriptionId }} className={styles.title}>
          {name}
        </Link>
        <span className={styles.small}>{lines.join(', ')}</span>
        <span className={styles.small}>{stateInWords(piece)}</span>
      </div>
      <div className={styles.aside}>
        <span className={styles.typed}>{piece.code ?? `Letter ${piece.letter}`}</span>
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
      </div>
    </>
  );
}

function stateInWords({ letter, attempt, state, reason, handedOverOn, arrivesBy, confirmedAt }: PieceReply): string {
  const again = attempt > 1 ? `, sent for the ${ordinal(attempt)} time` : '';
  const words = [`Letter ${letter}${again}: ${PIECE_STATE_WORDS[state].toLowerCase()}`];
  if (handedOverOn !== null) words.push(`posted ${dayInWords(handedOverOn)}`);
  if (confirmedAt !== null) words.push('its reader says it came');
  else if (state === 'handed_over' && arrivesBy !== null) words.push(`due by ${dayInWords(arrivesBy)}`);
  if (reason !== null) words.push(reasonInWords(reason));
  return `${words.join('; ').replace(/\.$/, '')}.`;
}
