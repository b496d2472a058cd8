import { LETTERS_PER_SEASON } from '../../../domain/season.ts';
import { FIRST_PAGES, READABLE_PAGE } from 'virtual:first-pages';
import { featuredSeason } from '../../../../seasons/shelf.ts';
import styles from './letters.module.css';
import { Section } from './section.tsx';

const SEASON = featuredSeason();

// Safari doesn't make a scrolling strip focusable.
const REACHED_BY_TAB = { tabIndex: 0 } as const;

/** The two buttons are shown only once the script that handles them is loaded. */
export function Letters() {
  return (
    <Section
      id="letters"
      ground="desk"
      kicker="From the drawer beneath the desk"
      title="Six of the twenty-four"
      lead="We may describe these. The other eighteen would prefer to introduce themselves."
    >
      <div data-carousel>
        <ul className={styles.strip} data-carousel-strip {...REACHED_BY_TAB} aria-label="Letters 1 to 5 and 24">
          {SEASON.summaries.map((letter) => (
            <li key={letter.number} className={styles.letter} data-number={letter.number}>
              <p className={styles.number}>
                Letter {letter.number} <span>of {LETTERS_PER_SEASON}</span>
              </p>
              <h3 className={styles.title}>{letter.title}</h3>
              <p className={styles.description}>{letter.description}</p>
              <FirstPageOf letter={letter.number} />
            </li>
          ))}
        </ul>
        <div className={styles.controls} data-carousel-controls hidden>
          <button type="button" className={styles.turn} data-carousel-turn="-1">
            Previous letters
          </button>
          <button type="button" className={styles.turn} data-carousel-turn="1">
            Next letters
          </button>
        </div>
      </div>
      <ReadablePage />
    </Section>
  );
}

/** If the public may not see the letter's first page, shows its envelope. */
function FirstPageOf({ letter }: { readonly letter: number }) {
  const page = FIRST_PAGES.find((candidate) => candidate.letter === letter);
  if (page === undefined) return <p className={styles.sealed}>Sealed until it arrives</p>;
  return (
    <img
      className={styles.page}
      src={page.picture}
      width={page.width}
      height={page.height}
      alt={`The first page of letter ${letter}. ${page.described}`}
      loading="lazy"
      decoding="async"
    />
  );
}

function ReadablePage() {
  return (
    <details className={styles.readable}>
      <summary className={styles.readableSummary}>Read the first page of letter {READABLE_PAGE.letter}</summary>
      <div className={styles.typed}>
        <p className={styles.dateline}>{READABLE_PAGE.dateline}</p>
        {READABLE_PAGE.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <p className={styles.ends}>Here the page ends. The next one is on its way to someone; it could be you.</p>
      </div>
    </details>
  );
}
