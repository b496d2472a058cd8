import styles from './ornament.module.css';

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
