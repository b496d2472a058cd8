import { Section } from './section.tsx';
import styles from './statements.module.css';

const STATEMENTS = [
  {
    kind: 'telegram',
    words:
      'ELEVEN THEORIES RECEIVED FROM SUBSCRIBERS STOP THREE ALARM ME STOP ONE IS CORRECT STOP PLEASE STOP SENDING THEM TO THE STATION',
    who: 'Ruth Calloway',
    role: 'Constable, Wick Harbor',
  },
  {
    kind: 'mourning',
    words:
      'One does not read other people’s mail. I was holding it to the lamp to see whether it was damp. It was not. It was about me.',
    who: 'Mrs. Vane',
    role: 'Widow, of the cannery',
  },
  {
    kind: 'typed',
    words:
      'I counted the letters twice at the office and once more at home with the door locked. There is always one too many. I would not have it any other way, sir, I would have it one fewer.',
    who: 'Wendell Pike',
    role: 'Apprentice, nineteen',
  },
  {
    kind: 'typed',
    words:
      'The heart failed. I have said so in writing, which used to be the end of a thing. I should be obliged if you would stop forwarding my correspondence.',
    who: 'Dr. Augustus Thorne',
    role: 'Physician and coroner',
  },
  {
    kind: 'plain',
    words: 'I may not tell you what I think of it. I am told that this is what you will like about it.',
    who: 'Father Emil Roche',
    role: 'Saint Brendan’s',
  },
] as const;

/** Invented testimonials, marked as such (rules/pages 4). */
export function Statements() {
  return (
    <Section
      id="statements"
      kicker="Statements, taken informally"
      title="What they are saying in Wick Harbor"
      lead="Everybody quoted here is invented. Two of them are also lying."
    >
      <ul className={styles.wall}>
        {STATEMENTS.map(({ kind, words, who, role }) => (
          <li key={who} className={styles.slip} data-kind={kind}>
            <figure>
              <blockquote className={styles.words}>
                <p>{words}</p>
              </blockquote>
              <figcaption className={styles.who}>
                <strong>{who}</strong>
                <span>{role}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  );
}
