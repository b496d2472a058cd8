import styles from './faq.module.css';
import { QUESTIONS } from './questions.ts';
import { Section } from './section.tsx';

/** `<details name>` keeps only one question open without a script (rules/pages 8). */
export function Faq() {
  return (
    <Section
      id="faq"
      layout="beside"
      kicker="Questions"
      title="Questions and answers"
      lead="Ten questions, and as much of the truth as the season allows."
    >
      <div className={styles.list}>
        {QUESTIONS.map(({ question, answer }) => (
          <details key={question} name="faq" className={styles.inquiry}>
            <summary className={styles.question}>{question}</summary>
            <p className={styles.answer}>{answer}</p>
          </details>
        ))}
      </div>
    </Section>
  );
}
