import { useMutation } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { holdLetters, type LettersReply } from '../../../contract/letters.ts';
import { addDays, type CalendarDate, calendarDate, newYorkDate } from '../../../domain/calendar-date.ts';
import { leavesFrom, LONGEST_HOLD_DAYS } from '../../../domain/hold.ts';
import { call } from '../../app/api.ts';
import { cacheLetters } from '../../app/queries.ts';
import { useNow } from '../../app/now.ts';
import { fieldsOf, Form, useSavedForm } from '../../app/forms.tsx';
import { DialogChoice } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { UnsavedChanges } from '../account/unsaved-changes.tsx';
import { type DeliveryChangeFormProps, LetterField, NothingToChange } from './delivery-change-form.tsx';
import { type CalendarLetter, changeable, lastLetterWords, longDate, mailingDays } from './letter-words.ts';

interface HoldValues {
  readonly fromLetter: string;
  readonly resumeOn: string;
}

export function HoldForm({ subscriptionId, letters, onClose, onDone }: DeliveryChangeFormProps) {
  const today = newYorkDate(useNow());
  const latest = addDays(today, LONGEST_HOLD_DAYS);
  // A hold ends by `latest`, so a letter that is first due on or after that day can't be held.
  const open = changeable(letters).filter((letter) => firstDay(letter) < latest);
  const form = useSavedForm<HoldValues>({ fromLetter: String(open[0]?.letter ?? 1), resumeOn: '' });
  const fromLetter = useWatch({ control: form.control, name: 'fromLetter' });
  const from = open.find(({ letter }) => String(letter) === fromLetter);
  const hold = useMutation({
    mutationFn: ({ fromLetter, resumeOn }: HoldValues) =>
      call(holdLetters, { params: { id: subscriptionId }, body: { fromLetter: Number(fromLetter), resumeOn } }),
    onSuccess: (reply, { fromLetter }) => {
      cacheLetters(subscriptionId, reply);
      onDone({ tone: 'success', text: heldWords(reply, Number(fromLetter)) });
    },
  });
  const field = fieldsOf(form);
  if (open.length === 0) {
    return (
      <NothingToChange onClose={onClose}>
        {`There’s no letter to hold now. A hold can last until ${longDate(latest)} at most. The letters that we mail before then are already addressed, so it’s too late to hold them.`}
      </NothingToChange>
    );
  }
  return (
    <Form form={form} save={hold} fields={['fromLetter', 'resumeOn']} browserChecks>
      {hold.isError && <Notice tone="error">{hold.error.message}</Notice>}
      <p>
        After the hold, we mail one letter on each mailing day. You still get every letter you’ve paid for, just later.
        Holding letters doesn’t change your billing.
      </p>
      <LetterField label="From letter" letters={open} {...field('fromLetter')} />
      <TextField
        label="Hold until"
        type="date"
        required
        min={addDays(from === undefined ? today : firstDay(from), 1)}
        max={latest}
        hint={`From this day on, we mail letters again. The latest day you can choose is ${longDate(latest)}.`}
        {...field('resumeOn')}
      />
      <UnsavedChanges when={form.formState.isDirty && !hold.isSuccess} />
      <DialogChoice yes="Hold Letters" busy={hold.isPending} onNo={onClose} />
    </Form>
  );
}

function firstDay({ letter, mailingDay, handOver }: CalendarLetter): CalendarDate {
  const { earliest, latest } = handOver;
  return leavesFrom({
    letter,
    mailingDay: calendarDate(mailingDay),
    handOver: { earliest: calendarDate(earliest), latest: calendarDate(latest) },
  });
}

function heldWords(reply: LettersReply, fromLetter: number): string {
  const held = reply.letters.find(({ letter }) => letter === fromLetter);
  return `Letter ${fromLetter} and all later letters are on hold.${held === undefined ? '' : nextWords(held)}${lastLetterWords(reply)}`;
}

function nextWords(held: CalendarLetter): string {
  const { count, long } = mailingDays(held);
  return ` The mailing ${count === 1 ? 'day' : 'days'} of letter ${held.letter} ${count === 1 ? 'is' : 'are'} now ${long}.`;
}
