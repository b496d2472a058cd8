import type { ReceivedGift } from '../../../contract/gifts.ts';
import { calendarDate, formatDate, newYorkDate } from '../../../domain/calendar-date.ts';
import type { GiftState } from '../../../domain/gift.ts';
import { useNow } from '../../app/now.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { LettersProgress } from '../../ui/progress.tsx';
import { Stack } from '../../ui/sheet.tsx';
import { PostalAddress } from '../address/postal-address.tsx';
import { firstLetterFact } from '../letters/letter-words.ts';
import { GiftMessage } from './gift-message.tsx';
import styles from './gifts.module.css';
import { toAddressLines } from './gift-form-values.ts';
import { NOT_MAILED_YET, scheduledWords } from './gift-start.ts';
import { addressDayWords, endingWords, endsEarly, isOver } from './gift-words.ts';

const STATE_WORDS = {
  notified: NOT_MAILED_YET,
  started: 'Started',
  ended: 'All letters of this gift have been mailed',
  refunded: 'Ended early',
} as const satisfies Record<Exclude<GiftState, 'scheduled'>, string>;

export function ReceivedGiftProgress({ gift }: { readonly gift: ReceivedGift }) {
  const { seasonName, giverName, giftMessage, firstLetter, lettersReceived, totalLetters, state, startDate } = gift;
  const today = newYorkDate(useNow());
  const facts = [
    { term: 'Season', detail: seasonName },
    { term: 'From', detail: giverName ?? 'Someone who knows you' },
    { term: 'Status', detail: state === 'scheduled' ? scheduledWords(startDate, today) : STATE_WORDS[state] },
    { term: 'Start date', detail: formatDate(calendarDate(startDate)) },
    firstLetter && firstLetterFact(firstLetter),
    {
      term: 'Mailing address',
      detail: (
        <>
          <PostalAddress address={toAddressLines(gift.mailingAddress)} />
          {!isOver(gift) && (
            <p className={styles.addressDay}>{addressDayWords(gift, 'The person who gave you this gift')}</p>
          )}
        </>
      ),
      wide: true,
    },
  ];
  return (
    <Stack>
      {giftMessage !== '' && <GiftMessage text={giftMessage} />}
      <DefinitionList items={facts} />
      <LettersProgress lettersReceived={lettersReceived} totalLetters={totalLetters} of="letters" />
      {endsEarly(gift) && <p>{endingWords(gift)}</p>}
    </Stack>
  );
}
