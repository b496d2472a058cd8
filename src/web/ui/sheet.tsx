import type { ReactNode } from 'react';
import { focusOnMount } from './focus-on-mount.ts';
import styles from './sheet.module.css';

interface SheetProps {
  readonly children: ReactNode;
  readonly title?: string;
  readonly titleId?: string;
  readonly level?: 1 | 2 | 3;
  readonly kicker?: ReactNode;
  readonly aside?: ReactNode;
  readonly edge?: 'plain' | 'airmail' | 'perforated';
  /** True if it replaced another in place, so that its heading is focused. */
  readonly arriving?: boolean;
}

export function Sheet({ children, title, titleId, level = 2, kicker, aside, edge = 'plain', arriving }: SheetProps) {
  const Heading = `h${level}` as const;
  const Panel = title === undefined ? 'div' : 'section';
  const label = titleId === undefined ? title : undefined;
  return (
    <Panel className={styles.sheet} data-edge={edge} aria-label={label} aria-labelledby={titleId}>
      {title !== undefined && (
        <header className={styles.head}>
          <div>
            {kicker !== undefined && <p className={styles.kicker}>{kicker}</p>}
            <Heading id={titleId} {...(arriving && { tabIndex: -1, ref: focusOnMount })}>
              {title}
            </Heading>
          </div>
          {aside}
        </header>
      )}
      {children}
    </Panel>
  );
}

export function Stack({ children }: { readonly children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}
