import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import type { AppPath, ConsolePath } from '../../contract/site-paths.ts';
import styles from './tabbed-frame.module.css';

interface TabOfFrame {
  readonly name: string;
  readonly path: AppPath | ConsolePath;
  /** True if the tab is also current for pages below its path. */
  readonly within?: true;
  /** A page that this one links to. */
  readonly leadsTo?: ConsolePath;
}

interface TabbedFrameProps {
  readonly label: string;
  readonly tabs: readonly TabOfFrame[];
  readonly children?: ReactNode;
  readonly last?: ReactNode;
  readonly page?: ReactNode;
}

/** Side navigation, which is a row of tabs on a phone (rules/pages 17). */
export function TabbedFrame({ label, tabs, children, last, page = <Outlet /> }: TabbedFrameProps) {
  const row = useRef<HTMLUListElement>(null);
  const path = useLocation({ select: ({ pathname }) => pathname });
  useEffect(() => showCurrent(row.current, path), [path]);
  return (
    <div className={styles.frame}>
      <nav className={styles.nav} aria-label={label}>
        <ul ref={row} className={styles.tabs}>
          {tabs.map(({ name, path, within, leadsTo }) => (
            <li key={path}>
              <Tab to={path} within={within} leadsTo={leadsTo}>
                {name}
              </Tab>
            </li>
          ))}
        </ul>
        {children}
        {last !== undefined && <div className={styles.last}>{last}</div>}
      </nav>
      <div className={styles.page}>{page}</div>
    </div>
  );
}

/** Scrolls only the row: `scrollIntoView` would also scroll the page. */
function showCurrent(row: HTMLElement | null, path: string): void {
  const isAt = (tab: HTMLAnchorElement) => path === tab.pathname || path.startsWith(`${tab.pathname}/`);
  const current = [...(row?.querySelectorAll('a') ?? [])].findLast(isAt);
  if (row && current)
    row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
}

interface TabProps {
  readonly to: AppPath | ConsolePath;
  readonly within?: true | undefined;
  readonly leadsTo?: ConsolePath | undefined;
  readonly children: string;
}

export function Tab({ to, within, leadsTo, children }: TabProps) {
  const hasLed = useLocation({ select: ({ pathname }) => pathname === leadsTo });
  return (
    <Link
      to={to}
      className={styles.tab}
      activeOptions={{ exact: within !== true, includeSearch: false }}
      {...(hasLed && { 'aria-current': 'page' })}
    >
      {children}
    </Link>
  );
}
