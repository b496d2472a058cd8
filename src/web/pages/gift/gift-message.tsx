import { quotedMessage } from '../../../domain/gift.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import styles from './gift-message.module.css';

const SHOWN_WHOLE = 300;
const SHOWN_OF_A_LONG_ONE = 60;

/** Keeps the line breaks of the message. A long one is collapsed. */
export function GiftMessage({ text }: { readonly text: string }) {
  const message = (
    <blockquote className={styles.message} translate="no">
      {quotedMessage(text)}
    </blockquote>
  );
  if (text.length <= SHOWN_WHOLE) return message;
  return <Disclosure summary={`${text.slice(0, SHOWN_OF_A_LONG_ONE).trim()}…`}>{message}</Disclosure>;
}
