import type { ReactNode } from 'react';
import { APP_PATHS, PUBLIC_PATHS } from '../../contract/site-paths.ts';
import { WhenSignedIn, WhenSignedOut } from './by-session.tsx';
import styles from './header.module.css';
import { Mark } from './mark.tsx';

export function SiteHeader({ children }: { readonly children?: ReactNode }) {
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
            <a className={styles.door} href={APP_PATHS.signin}>
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
