import { useId } from 'react';
import styles from './ornament.module.css';

interface PostmarkProps {
  readonly place: string;
  readonly lines: readonly [string, string, string];
  readonly cancelling?: boolean;
}

/** Hidden from screen readers, so anything important must also be in the text. */
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

export function Seal() {
  return (
    <svg className={styles.seal} viewBox="0 0 100 100" aria-hidden="true">
      <path
        fill="var(--oxblood)"
        d="M51 3c13-2 22 6 30 12 9 6 15 15 15 28 1 11 3 22-5 32-7 10-17 19-31 20-12 2-24 4-35-4C14 84 4 75 4 60 3 47 3 34 11 23 19 11 36 5 51 3z"
      />
      <circle cx="50" cy="50" r="32" fill="none" stroke="var(--oxblood-dark)" strokeWidth="4" />
      <circle cx="51" cy="51" r="31" fill="none" stroke="var(--oxblood-light)" strokeWidth="1.5" />
      <path
        fill="none"
        stroke="var(--oxblood-dark)"
        strokeWidth="4"
        strokeLinejoin="round"
        d="M30 38h40v26H30zm0 1 20 14 20-14"
      />
      <path fill="none" stroke="var(--oxblood-light)" strokeWidth="1.5" d="M31.5 66H72V39.5" />
    </svg>
  );
}

export function Stamp() {
  const perforation = useId();
  return (
    <svg className={styles.stamp} viewBox="0 0 160 190" aria-hidden="true">
      <mask id={perforation}>
        <path fill="white" d="M0 0h160v190H0z" />
        <path
          fill="none"
          stroke="black"
          strokeWidth="7"
          strokeLinecap="round"
          strokeDasharray="0 10"
          d="M0 0h160v190H0z"
        />
      </mask>
      <path mask={`url(#${perforation})`} fill="var(--paper-bright)" d="M0 0h160v190H0z" />
      <path fill="currentColor" d="M12 12h136v166H12z" />
      <Night />
      <Lighthouse />
      <g fill="var(--paper-bright)">
        <text className={styles.value} x="20" y="166">
          3¢
        </text>
        <text className={styles.caption} x="140" y="157" textAnchor="end">
          WICK HARBOR
        </text>
        <text className={styles.caption} x="140" y="168" textAnchor="end">
          LIGHT, 1857
        </text>
      </g>
    </svg>
  );
}

function Night() {
  const sky = Array.from({ length: 14 }, (_, row) => 24 + row * 7);
  return (
    <g fill="none" stroke="var(--paper-bright)" strokeWidth="1">
      <path strokeWidth="1.5" d="M18 18h124v122H18z" />
      {sky.map((y) => (
        <path key={y} opacity=".45" d={`M20 ${y}h${sideOfBeam(y)}M140 ${y}h-${sideOfBeam(y)}`} />
      ))}
      <path d="M20 122q8-6 15 0t15 0 15 0 15 0 15 0 15 0 15 0 15 0M20 130q8-5 15 0t15 0 15 0 15 0 15 0 15 0 15 0 15 0" />
    </g>
  );
}

function sideOfBeam(y: number): number {
  return y < 66 ? Math.round(Math.abs(y - 45) * 1.6) + 8 : 48;
}

function Lighthouse() {
  return (
    <g fill="var(--paper-bright)">
      <path d="M69 56h22l6 62H63z" />
      <path fill="currentColor" d="M67.6 72h24.8l1.3 13H66.3zM64.7 99h30.6l1.4 13H63.5z" />
      <path d="M66 50h28v5H66zM71 36h18v13H71zM68 35l12-10 12 10z" />
      <path fill="currentColor" d="M76 39h8v8h-8z" />
      <path d="m67 40-45-9v22zM93 40l45-9v22z" opacity=".9" />
      <path d="M44 126q8-12 20-9h32q14-2 20 9z" />
    </g>
  );
}
