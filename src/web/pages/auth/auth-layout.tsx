import type { ReactNode } from 'react';
import { PUBLIC_PATHS } from '../../../contract/site-paths.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Sheet, Stack } from '../../ui/sheet.tsx';
import type { AddressWords } from './address-words.ts';
import styles from './auth-layout.module.css';
import { focusOnMount } from '../../ui/focus-on-mount.ts';
import { WholeRanges } from '../../ui/text.tsx';

interface AuthLayoutProps {
  readonly title: ReactNode;
  readonly lead: string;
  /** True if the screen replaced another without a navigation, so that its heading is focused. */
  readonly arriving?: boolean;
  /** By default a link to the front page. */
  readonly back?: ReactNode;
  readonly beside?: ReactNode;
  readonly children: ReactNode;
}

export function AuthLayout({ title, lead, arriving, back, beside, children }: AuthLayoutProps) {
  return (
    <div className={styles.layout} data-alone={beside === undefined || undefined}>
      <div className={styles.main}>
        {back ?? <BackLink href={PUBLIC_PATHS.home}>Back to home</BackLink>}
        <Sheet>
          <Stack>
            <header className={styles.head}>
              <h1 tabIndex={-1} ref={arriving ? focusOnMount : null}>
                {title}
              </h1>
              <p>{lead}</p>
            </header>
            {children}
          </Stack>
        </Sheet>
      </div>
      {beside}
    </div>
  );
}

interface SidePanelProps {
  readonly title: string;
  readonly words: AddressWords;
}

export function SidePanel({ title, words: { letters, leaving, shipping } }: SidePanelProps) {
  return (
    <aside className={styles.side} aria-label={title}>
      <Sheet edge="airmail">
        <Stack>
          <p className={styles.sideTitle}>{title}</p>
          <ul className={styles.points}>
            <li>{letters}</li>
            <li>
              <WholeRanges>{leaving}</WholeRanges>
            </li>
            <li>{shipping}</li>
            <li>For ages 14 and up. The dead are not always discreet.</li>
          </ul>
          <blockquote className={styles.quote}>
            <p>“Keep the envelopes; people lie on paper, but they forget to lie on the outside.”</p>
            <footer>Odile Farrow, postmistress, Wick Harbor. Deceased.</footer>
          </blockquote>
        </Stack>
      </Sheet>
    </aside>
  );
}
