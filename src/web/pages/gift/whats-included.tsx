import { Sheet } from '../../ui/sheet.tsx';
import styles from './gift-page.module.css';

const INCLUDED = [
  'Beautiful gift packaging',
  'Personalized gift message',
  'Flexible start date',
  'Recipient notification email',
] as const;

export function WhatsIncluded() {
  return (
    <Sheet title="What’s Included">
      <ul className={styles.included}>
        {INCLUDED.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </Sheet>
  );
}
