import type { ReactNode } from 'react';
import { APP_PATHS, PUBLIC_PATHS } from '../../contract/site-paths.ts';
import { WhenSignedIn, WhenSignedOut } from './when-signed-in.tsx';
import styles from './header.module.css';

interface SiteHeaderProps {
  /** Where a visitor signs in, with what the page knows of the way on. */
  readonly signin?: string | undefined;
  readonly children?: ReactNode;
}

export function SiteHeader({ signin = APP_PATHS.signin, children }: SiteHeaderProps) {
  return (
    <header className={styles.header}>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <div className={styles.bar}>
        <a className={styles.brand} href={PUBLIC_PATHS.home}>
          <Mark />
          <span>
            The Dead Letter <span className={styles.club}>Club</span>
          </span>
        </a>
        <nav className={styles.nav} aria-label="Main">
          {children}
          <WhenSignedOut>
            <a className={styles.door} href={signin}>
              Sign In
            </a>
          </WhenSignedOut>
          <WhenSignedIn>
            <a className={styles.door} href={APP_PATHS.account}>
              Dashboard
            </a>
          </WhenSignedIn>
        </nav>
      </div>
    </header>
  );
}

export function Mark() {
  return (
    <svg width="34" height="24" viewBox="0 0 34 24" aria-hidden="true" focusable="false">
      <path fill="var(--paper)" stroke="var(--ink)" strokeWidth="2" d="M1 1h32v22H1z" />
      <path fill="none" stroke="var(--ink)" strokeWidth="1.5" d="m1.5 2 15.5 12 15.5-12" />
      <circle cx="17" cy="13" r="4.5" fill="var(--oxblood)" stroke="var(--paper)" />
    </svg>
  );
}
