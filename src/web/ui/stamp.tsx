import { useId } from 'react';
import styles from './ornament.module.css';

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
