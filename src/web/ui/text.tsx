import type { ReactNode } from 'react';

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
  return <span translate="no">{joined(children)}</span>;
}
