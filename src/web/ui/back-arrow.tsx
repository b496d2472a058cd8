import styles from './back-arrow.module.css';

/** Drawn, because neither font has an arrow. */
export function BackArrow() {
  return (
    <svg className={styles.arrow} viewBox="0 0 18 12" aria-hidden="true" focusable="false">
      <path fill="none" stroke="currentColor" strokeWidth="1.75" d="M18 6H2M7 1 2 6l5 5" />
    </svg>
  );
}
