import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import styles from './console.module.css';

interface SectionLinksProps {
  /** Each with the id of its heading. */
  readonly sections: readonly (readonly [id: string, words: string])[];
}

export function SectionLinks({ sections }: SectionLinksProps) {
  const { hash } = useLocation();
  useEffect(() => (hash === '' ? undefined : stayAt(hash)), [hash]);
  return (
    <nav aria-label="On this page" className={styles.choices}>
      {sections.map(([id, words]) => (
        <Link key={id} to="." search={true} hash={id}>
          {words}
        </Link>
      ))}
    </nav>
  );
}

const OWN_WAY = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/** Content that loads above the section moves it, so it is scrolled to again until the user does something. */
function stayAt(id: string): () => void {
  const resized = new ResizeObserver(() => {
    document.getElementById(id)?.scrollIntoView();
  });
  const leave = () => {
    resized.disconnect();
    for (const event of OWN_WAY) window.removeEventListener(event, leave);
  };
  resized.observe(document.body);
  for (const event of OWN_WAY) window.addEventListener(event, leave, { passive: true });
  return leave;
}
