import { FIRST_LETTER_WITHIN } from '../../../domain/first-letter-words.ts';
import { Postmark } from '../../ui/ornament.tsx';
import styles from './how-it-works.module.css';
import { Section } from './section.tsx';

const STEPS = [
  {
    title: 'Subscribe',
    text: 'Choose a plan and tell us where to mail the letters. Seasons are bought one at a time; none renews automatically.',
    mark: ['DAY', '1', 'PAID'],
  },
  {
    title: 'Receive Letters',
    text: `Your first letter ships within ${FIRST_LETTER_WITHIN}. After that, letters arrive twice a month, mailed on the second and fourth Fridays.`,
    mark: ['2ND', '& 4TH', 'FRI'],
  },
  {
    title: 'Unravel the Mystery',
    text: 'Statements, inventories, regrets, a coroner’s doodle. Lay them side by side. Two of the postmarks cannot both be true.',
    mark: ['NOS.', '2-23', 'THINK'],
  },
  {
    title: 'Reveal',
    text: 'Letter twenty-four has been held back since 1926. Read it with the first envelope in your other hand, and someone sitting near.',
    mark: ['LETTER', '24', 'OPEN'],
  },
] as const;

export function HowItWorks() {
  return (
    <Section
      id="how"
      kicker="Route of the item"
      title="How It Works"
      lead="From your pocket to the truth, by surface mail."
    >
      <ol className={styles.route}>
        {STEPS.map(({ title, text, mark }) => (
          <li key={title} className={styles.station}>
            <div className={styles.mark}>
              <Postmark place="DEAD LETTER CLUB" lines={mark} />
            </div>
            <div>
              <h3>{title}</h3>
              <p className={styles.text}>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}
