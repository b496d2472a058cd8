import type { ReactNode } from 'react';
import type { Passage } from '../../../../contract/case-file.ts';
import styles from './passages.module.css';

export function Passages({ passages }: { readonly passages: readonly Passage[] }) {
  return (
    <div className={styles.letter}>
      {passages.map((passage, index) => (
        <PassageWords key={index} passage={passage} />
      ))}
    </div>
  );
}

function PassageWords({ passage: { kind, runs } }: { readonly passage: Passage }) {
  if (kind === 'rule') return <hr className={styles.rule} />;
  const words = runs.map((run, index) => <Run key={index} {...run} />);
  if (kind.endsWith('-title')) return <h2 className={styles.title}>{words}</h2>;
  return (
    <p className={styles.passage} data-kind={kind}>
      {words}
    </p>
  );
}

function Run({ text, marks }: Passage['runs'][number]) {
  return marks.reduceRight<ReactNode>(marked, text);
}

function marked(words: ReactNode, mark: string): ReactNode {
  switch (mark) {
    case 'em':
      return <em>{words}</em>;
    case 'strong':
      return <strong>{words}</strong>;
    case 'struck':
      return <s>{words}</s>;
    case 'underlined':
      return <u>{words}</u>;
    case 'margin':
      return <span className={styles.margin}>{words}</span>;
    default:
      return words;
  }
}
