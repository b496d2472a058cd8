import { type ReactNode, useEffect, useRef } from 'react';
import { APP_PATHS, PUBLIC_PATHS } from '../../contract/site-paths.ts';
import { driveMenu } from './phone-menu.ts';
import { PricesInBrief } from './prices.tsx';
import { WhenSignedIn, WhenSignedOut } from './when-signed-in.tsx';
import styles from './header.module.css';

interface SiteHeaderProps {
  readonly signin?: string | undefined;
  /** Shows the links next to the name on a wide screen. On a phone they are always in the menu. */
  readonly hasLinks?: boolean;
  /** False beside a page with a menu of its own. */
  readonly hasMenu?: boolean;
  readonly menu?: ReactNode;
  /** Where a signed-in user's link leads. */
  readonly own?: OwnPage;
}

export interface OwnPage {
  readonly href: string;
  readonly text: string;
}

const DASHBOARD: OwnPage = { href: APP_PATHS.account, text: 'Dashboard' };

const LINKS = [
  { href: '/#how', text: 'How It Works' },
  { href: '/#pricing', text: 'Plans' },
  { href: '/#faq', text: 'Questions' },
] as const;

export function SiteHeader({
  signin = APP_PATHS.signin,
  hasLinks = false,
  hasMenu = true,
  menu,
  own = DASHBOARD,
}: SiteHeaderProps) {
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
          {hasLinks &&
            LINKS.map(({ href, text }) => (
              <a key={href} href={href}>
                {text}
              </a>
            ))}
          <WhenSignedOut>
            <a className={styles.door} href={signin}>
              Sign In
            </a>
          </WhenSignedOut>
          <WhenSignedIn>
            <a className={`${styles.door} ${styles.dashboard}`} href={own.href}>
              {own.text}
            </a>
          </WhenSignedIn>
          {hasMenu && <PhoneMenu signin={signin}>{menu}</PhoneMenu>}
        </nav>
      </div>
    </header>
  );
}

function PhoneMenu({ signin, children }: { readonly signin: string; readonly children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => (menu.current === null ? undefined : driveMenu(menu.current)), []);
  return (
    <details ref={menu} className={styles.menu} data-menu>
      <summary className={styles.door}>Menu</summary>
      <div className={styles.entries}>
        {LINKS.map(({ href, text }) => (
          <a key={href} href={href}>
            {text}
            {text === 'Plans' && (
              <span>
                <PricesInBrief />
              </span>
            )}
          </a>
        ))}
        <WhenSignedOut>
          <a href={signin}>Sign In</a>
        </WhenSignedOut>
        <WhenSignedIn>
          <a href={APP_PATHS.account}>Dashboard</a>
        </WhenSignedIn>
        {children}
      </div>
    </details>
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
