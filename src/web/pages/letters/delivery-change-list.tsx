import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type LettersReply, liftHold, withdrawTemporaryAddress } from '../../../contract/letters.ts';
import { call } from '../../app/api.ts';
import { cacheLetters, lettersQuery } from '../../app/queries.ts';
import { Button } from '../../ui/button.tsx';
import { type BoardNotice, Notice, NoticeBoard } from '../../ui/notice.tsx';
import { PostalAddress } from '../address/postal-address.tsx';
import styles from './calendar.module.css';
import { lettersGo } from '../../../domain/letters-in-words.ts';
import { goesToUsual, lastLetterWords, longDate } from './letter-words.ts';

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
            <p>{`Letter ${fromLetter} and all later letters are on hold until ${longDate(resumeOn)}.`}</p>
            <TakeBack
              subscriptionId={subscriptionId}
              label="Lift the hold"
              takeBack={() => call(liftHold, { params: { id: subscriptionId, holdId: id } })}
              onDone={(reply) => onDone(`The hold is lifted.${lastLetterWords(reply)}`)}
            />
          </li>
        ))}
        {temporaryAddresses.map(({ id, letters: own, address }) => (
          <li key={id} className={styles.change}>
            <div>
              <p>{`${lettersGo(own)} to:`}</p>
              <PostalAddress address={address} />
            </div>
            <TakeBack
              subscriptionId={subscriptionId}
              label="Use the usual address again"
              takeBack={() => call(withdrawTemporaryAddress, { params: { id: subscriptionId, addressId: id } })}
              onDone={(reply) => onDone(backWords(own, reply))}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** Afterwards an older temporary address applies again, if there is one (rules/fulfilment 24). */
function backWords(letters: readonly number[], reply: LettersReply): string {
  const usual = letters.filter((letter) => goesToUsual(reply, letter));
  const others = letters.filter((letter) => !usual.includes(letter));
  const elsewhere = others.length === 0 ? '' : ` ${lettersGo(others)} to another temporary address you gave us.`;
  if (usual.length === 0) return `This temporary address is removed.${elsewhere}`;
  return `${lettersGo(usual)} to the usual address again.${elsewhere}`;
}

interface TakeBackProps {
  readonly subscriptionId: string;
  readonly label: string;
  readonly takeBack: () => Promise<LettersReply>;
  /** Called after success, when the pressed button no longer exists. */
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
