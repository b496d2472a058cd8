import type { ReactNode } from 'react';
import type { GiftDraftReply } from '../../../contract/gifts.ts';
import {
  CARD_LINE_HEIGHT as LINE_HEIGHT,
  CARD_TEXT_SIZE as TEXT_SIZE,
  CARD_TEXT_WIDTH as WIDTH,
} from '../../../domain/message-card.ts';
import { Exact } from '../../ui/text.tsx';
import styles from './printed-card.module.css';

type Lines = GiftDraftReply['cards'][number];

interface PrintedCardsProps {
  readonly to: string;
  readonly from: ReactNode;
  readonly cards: GiftDraftReply['cards'];
}

/** A gift's message with the line breaks of its print. The giver's name is on the last card. */
export function PrintedCards({ to, from, cards }: PrintedCardsProps) {
  return (
    <div className={styles.cards}>
      {cards.map((lines, index) => (
        <figure key={index} className={styles.card} aria-label={nameOf(index, cards.length)}>
          <p className={styles.name}>
            <Exact>{`For ${to}`}</Exact>
          </p>
          <PrintedLines lines={lines} />
          {index === cards.length - 1 && <figcaption className={styles.name}>From {from}</figcaption>}
        </figure>
      ))}
    </div>
  );
}

function nameOf(index: number, cards: number): string {
  return cards === 1 ? 'The card' : `Card ${index + 1} of ${cards}`;
}

function PrintedLines({ lines }: { readonly lines: Lines }) {
  return (
    <blockquote className={styles.words} translate="no">
      <svg viewBox={`0 0 ${WIDTH} ${lines.length * LINE_HEIGHT}`} fontSize={TEXT_SIZE} fill="currentColor">
        {lines.map(({ text, width }, index) => (
          <text
            key={index}
            y={index * LINE_HEIGHT + TEXT_SIZE}
            textLength={width === 0 ? undefined : width}
            lengthAdjust="spacingAndGlyphs"
          >
            {`${text}\n`}
          </text>
        ))}
      </svg>
    </blockquote>
  );
}
