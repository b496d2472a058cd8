import { Fragment, type ReactNode } from 'react';
import styles from './text.module.css';

interface TextProps {
  readonly children: ReactNode;
}

/**
 * Wraps text in its own element, for text that changes or has sibling nodes. A translating browser replaces text nodes,
 * and React can then update only elements.
 */
export function Text({ children }: TextProps) {
  return <span>{joined(children)}</span>;
}

/** If an element's only child is one string, React replaces its whole content. */
function joined(children: ReactNode): ReactNode {
  if (!Array.isArray(children)) return children;
  const parts: readonly unknown[] = children;
  return parts.every((part) => typeof part === 'string' || typeof part === 'number') ? parts.join('') : children;
}

/** No line ends inside a range such as '1-3'. */
export function WholeRanges({ children }: { readonly children: string }) {
  return children.split(/(\d+-\d+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className={styles.whole}>
        {part}
      </span>
    ),
  );
}

/** An amount, name, address or code, which browsers must not translate. */
export function Exact({ children }: TextProps) {
  const content = joined(children);
  return (
    <span translate="no">{typeof content === 'string' && content.includes('@') ? breakable(content) : content}</span>
  );
}

/** Breaks an email address before its @ or a dot if possible. */
function breakable(email: string): ReactNode {
  const [start, ...rest] = email.split(/(?=[@.])/);
  return [
    start,
    ...rest.map((part, index) => (
      <Fragment key={index}>
        <wbr />
        {part}
      </Fragment>
    )),
  ];
}
