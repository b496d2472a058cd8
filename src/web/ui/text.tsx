import { Fragment, type ReactNode } from 'react';

interface TextProps {
  readonly children: ReactNode;
}

/**
 * Text in an element of its own, for text that stands beside other nodes or changes. A browser that translates a page
 * replaces its text nodes; React can then no longer update or remove a text node, but still an element.
 */
export function Text({ children }: TextProps) {
  return <span>{joined(children)}</span>;
}

/** React replaces the whole content of an element whose only child is one string. */
function joined(children: ReactNode): ReactNode {
  if (!Array.isArray(children)) return children;
  const parts: readonly unknown[] = children;
  return parts.every((part) => typeof part === 'string' || typeof part === 'number') ? parts.join('') : children;
}

/** An amount, name, address or code, which no browser may translate. */
export function Exact({ children }: TextProps) {
  const content = joined(children);
  return (
    <span translate="no">{typeof content === 'string' && content.includes('@') ? breakable(content) : content}</span>
  );
}

/** An email address breaks before its @ and its dots first. */
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
