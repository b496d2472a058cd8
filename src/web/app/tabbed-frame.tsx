import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AppPath, ConsolePath } from '../../contract/site-paths.ts';
import styles from './tabbed-frame.module.css';

interface TabbedFrameProps {
  readonly label: string;
  readonly tabs: readonly { readonly name: string; readonly path: AppPath | ConsolePath }[];
  readonly children?: ReactNode;
  readonly last?: ReactNode;
}

/** Side navigation, tabs on a phone (rules/pages 17). */
export function TabbedFrame({ label, tabs, children, last }: TabbedFrameProps) {
  return (
    <div className={styles.frame}>
      <nav className={styles.nav} aria-label={label}>
        <ul className={styles.tabs}>
          {tabs.map(({ name, path }) => (
            <li key={path}>
              <Tab to={path}>{name}</Tab>
            </li>
          ))}
        </ul>
        {children}
        {last !== undefined && <div className={styles.last}>{last}</div>}
      </nav>
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  );
}

export function Tab({ to, children }: { readonly to: AppPath | ConsolePath; readonly children: string }) {
  return (
    <Link to={to} className={styles.tab} activeOptions={{ exact: true, includeSearch: false }}>
      {children}
    </Link>
  );
}
