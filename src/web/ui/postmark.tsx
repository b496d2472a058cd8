import { useId } from 'react';
import styles from './ornament.module.css';

interface PostmarkProps {
  readonly place: string;
  /** Three short lines: 'SEP 23', '9 PM', '1957'. */
  readonly lines: readonly [string, string, string];
  readonly cancelling?: boolean;
}

/** Hidden from screen readers: what it says must also stand in the text if it matters. */
export function Postmark({ place, lines, cancelling = false }: PostmarkProps) {
  const arc = useId();
  return (
    <svg className={styles.postmark} viewBox={cancelling ? '0 0 330 130' : '0 0 130 130'} aria-hidden="true">
      <g fill="none" stroke="currentColor">
        <circle cx="65" cy="65" r="60" strokeWidth="3" />
        <circle cx="65" cy="65" r="38" strokeWidth="1.5" />
        {cancelling &&
          [29, 47, 65, 83, 101].map((y) => (
            <path key={y} strokeWidth="4" d={`M134 ${y}q16-11 32 0t32 0 32 0 32 0 32 0 32 0`} />
          ))}
      </g>
      <path id={arc} fill="none" d="M19 65a46 46 0 0 1 92 0" />
      <g fill="currentColor" textAnchor="middle">
        <text className={styles.arc}>
          <textPath href={`#${arc}`} startOffset="50%" textLength="122" lengthAdjust="spacingAndGlyphs">
            {place}
          </textPath>
        </text>
        {lines.map((line, index) => (
          <text key={line} className={styles.line} x="65" y={55 + index * 16}>
            {line}
          </text>
        ))}
        <path d="m65 109 2 5 5 .5-4 3.5 1.5 5-4.5-3-4.5 3 1.5-5-4-3.5 5-.5z" />
      </g>
    </svg>
  );
}

export function Struck(mark: Pick<PostmarkProps, 'place' | 'lines'>) {
  return (
    <div className={styles.struck} data-struck>
      <Postmark {...mark} />
    </div>
  );
}
