import { isValidElement, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import styles from './console.module.css';
import { useMay } from './role.tsx';

interface EntryProps {
  readonly title: ReactNode;
  readonly notes?: readonly ReactNode[];
  readonly mark?: ReactNode;
  /** Long text wraps, instead of being cut off on a wide screen. */
  readonly whole?: boolean;
  readonly children?: ReactNode;
}

/** A line of a list: title and notes on the left, a mark and buttons on the right. */
export function Entry({ title, notes = [], mark, whole, children }: EntryProps) {
  const shown = notes.filter((note) => note !== null);
  const typed = mark !== undefined && (
    <span className={styles.typed} title={textOf(mark)}>
      {mark}
    </span>
  );
  return (
    <>
      <div className={styles.what} data-whole={whole}>
        <span className={styles.title} title={textOf(title)}>
          {title}
        </span>
        <span className={styles.notes} title={shown.map(textOf).join(' · ')}>
          {shown.map((note, index) => (
            <span key={index} className={styles.small}>
              {note}
            </span>
          ))}
        </span>
      </div>
      {children === undefined ? (
        typed
      ) : (
        <div className={styles.aside}>
          {typed}
          {children}
        </div>
      )}
    </>
  );
}

/** The full text for a tooltip, since a long line is cut off (rules/operators 19). */
function textOf(node: ReactNode): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node);
  if (Array.isArray(node)) return node.map(textOf).join('');
  return isValidElement<{ children?: ReactNode }>(node) ? textOf(node.props.children) : '';
}

export function AddressLines({ lines }: { readonly lines: readonly string[] }) {
  return <span className={styles.lines}>{lines.join('\n')}</span>;
}

interface FileLinkProps {
  /** Give one of the two ids. */
  readonly subscriber?: string;
  readonly subscription?: string;
  readonly children: ReactNode;
}

/** Links to a subscriber's or a subscription's page. Plain text for a role that can't see customers. */
export function FileLink({ children, ...search }: FileLinkProps) {
  if (!useMay()('getSubscriber')) return children;
  return (
    <Link to={CONSOLE_PATHS.subscriber} search={search}>
      {children}
    </Link>
  );
}
