import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LettersReply, liftHold, withdrawTemporaryAddress } from '../../../contract/letters.ts';
import { call } from '../../app/api.ts';
import { cacheLetters, lettersQuery } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { type BoardNotice, Notice, NoticeBoard } from '../../ui/notice.tsx';
import { PostalAddress } from '../address/postal-address.tsx';
import styles from './calendar.module.css';
import { capital, lettersFromTo } from '../../../domain/letters-in-words.ts';
import { lastLetterWords, longDate } from './letter-words.ts';

export function DeliveryChangesOf({ subscriptionId }: { readonly subscriptionId: string }) {
  const letters = useQuery(lettersQuery(subscriptionId));
  return letters.data && <DeliveryChangeList subscriptionId={subscriptionId} letters={letters.data} />;
}

interface DeliveryChangeListProps {
  readonly subscriptionId: string;
  readonly letters: LettersReply;
}

export function DeliveryChangeList({ subscriptionId, letters }: DeliveryChangeListProps) {
  const { holds, temporaryAddresses } = letters;
  const [notice, setNotice] = useState<BoardNotice | null>(null);
  const onDone = (text: string) => setNotice({ tone: 'success', text });
  const board = <NoticeBoard notice={notice} />;
  if (holds.length + temporaryAddresses.length === 0) return board;
  return (
    <>
      {board}
      <ul className={styles.changes}>
        {holds.map(({ id, fromLetter, resumeOn }) => (
          <li key={id} className={styles.change}>
            <p>{`On hold from letter ${fromLetter} on, until ${longDate(resumeOn)}.`}</p>
            <TakeBack
              subscriptionId={subscriptionId}
              label="Lift the hold"
              takeBack={() => call(liftHold, { params: { id: subscriptionId, holdId: id } })}
              onDone={(reply) => onDone(`The hold is lifted.${lastLetterWords(reply)}`)}
            />
          </li>
        ))}
        {temporaryAddresses.map(({ id, fromLetter, toLetter, address }, index) => (
          <li key={id} className={styles.change}>
            <div>
              <p>{`${goWords({ fromLetter, toLetter })} to:`}</p>
              <PostalAddress address={address} />
              <Exceptions own={{ fromLetter, toLetter }} newer={temporaryAddresses.slice(index + 1)} />
            </div>
            <TakeBack
              subscriptionId={subscriptionId}
              label="Back to the usual address"
              takeBack={() => call(withdrawTemporaryAddress, { params: { id: subscriptionId, addressId: id } })}
              onDone={() => onDone(`${goWords({ fromLetter, toLetter })} to the usual address again.`)}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface Span {
  readonly fromLetter: number;
  readonly toLetter: number;
}

/** 'Letter 8 goes', 'Letters 8 to 12 go'. */
function goWords({ fromLetter, toLetter }: Span): string {
  return `${capital(lettersFromTo(fromLetter, toLetter))} ${fromLetter === toLetter ? 'goes' : 'go'}`;
}

/** The newest address counts for each letter; they are listed in the order of their making. */
function Exceptions({ own, newer }: { readonly own: Span; readonly newer: readonly Span[] }) {
  const taken = newer
    .map(({ fromLetter, toLetter }) => ({
      fromLetter: Math.max(own.fromLetter, fromLetter),
      toLetter: Math.min(own.toLetter, toLetter),
    }))
    .filter(({ fromLetter, toLetter }) => fromLetter <= toLetter);
  return taken.map(({ fromLetter, toLetter }) => (
    <p key={fromLetter}>
      {`But not ${lettersFromTo(fromLetter, toLetter)}: you gave us a newer address for ${fromLetter === toLetter ? 'it' : 'them'}, below.`}
    </p>
  ));
}

interface TakeBackProps {
  readonly subscriptionId: string;
  readonly label: string;
  readonly takeBack: () => Promise<LettersReply>;
  /** The pressed button is gone then. */
  readonly onDone: (letters: LettersReply) => void;
}

function TakeBack({ subscriptionId, label, takeBack, onDone }: TakeBackProps) {
  const withdrawal = useMutation({
    mutationFn: takeBack,
    onSuccess: (letters) => {
      cacheLetters(subscriptionId, letters);
      onDone(letters);
    },
  });
  return (
    <div>
      {withdrawal.isError && <Notice tone="error">{withdrawal.error.message}</Notice>}
      <Button variant="quiet" busy={withdrawal.isPending} onClick={() => withdrawal.mutate()}>
        {label}
      </Button>
    </div>
  );
}
