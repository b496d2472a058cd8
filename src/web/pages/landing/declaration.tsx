import { FIRST_LETTER_DAYS } from '../../../domain/first-letter-words.ts';
import { LETTERS_PER_SEASON, RECOMMENDED_AGE } from '../../../domain/season.ts';
import styles from './declaration.module.css';
import { Section } from './section.tsx';

const CONTENTS = [
  {
    quantity: String(LETTERS_PER_SEASON),
    what: 'Letters',
    detail: 'Two a month for twelve months, mailed on the second and fourth Fridays. A season, complete in itself.',
  },
  {
    quantity: '6',
    what: 'Correspondents',
    detail:
      'An apprentice, a coroner, a widow, a priest, a constable, and the deceased. All of them leave something out. The last letter is from none of them.',
  },
  {
    quantity: FIRST_LETTER_DAYS,
    what: 'Business days until the first letter ships',
    detail: 'We do not wait for the next Friday. Neither did whoever did it.',
  },
  {
    quantity: '$0',
    what: 'Postage due',
    detail: 'Shipping is free, in the United States and abroad.',
  },
  {
    quantity: `${RECOMMENDED_AGE}+`,
    what: 'Recommended age',
    detail: 'There is a body, and people are unkind about it.',
  },
  {
    quantity: 'Nil',
    what: 'Apps, screens, passwords to solve it',
    detail:
      'Paper, ink, and whatever you happen to notice on the back of the envelope. The online case file is an extra.',
  },
] as const;

export function Declaration() {
  return (
    <Section
      id="contents"
      ground="paper"
      kicker="Declaration of contents"
      title="What the sender has put in, to the best of her knowledge"
    >
      <table className={styles.form}>
        <thead>
          <tr>
            <th scope="col">Quantity</th>
            <th scope="col">Detailed description</th>
          </tr>
        </thead>
        <tbody>
          {CONTENTS.map(({ quantity, what, detail }) => (
            <tr key={what}>
              <td className={styles.quantity}>{quantity}</td>
              <th scope="row" className={styles.what}>
                {what}
                <div className={styles.detail}>{detail}</div>
              </th>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.oath}>
        I certify that this parcel contains nothing dangerous to read. <span>O. Farrow</span>
      </p>
    </Section>
  );
}
