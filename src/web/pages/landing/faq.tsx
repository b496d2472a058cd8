import styles from './faq.module.css';
import { QUESTIONS } from './questions.ts';
import { Section } from './section.tsx';

/** rules/pages 8: `<details name>` keeps one open at a time without script. */
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
