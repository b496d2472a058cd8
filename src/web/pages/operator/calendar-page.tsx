import { useForm } from 'react-hook-form';
import {
  type CalendarReply,
  correctHoliday,
  getCalendar,
  type HolidayReply,
  listHolidays,
} from '../../../contract/operator/calendar.ts';
import { call } from '../../app/api.ts';
import { Fetched } from '../../app/fetched.tsx';
import { pagesOf } from '../../app/paged-list.tsx';
import { queryOf } from '../../app/queries.ts';
import { DefinitionList } from '../../ui/definition-list.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { fieldsOf, Form } from '../../app/forms.tsx';
import { DialogChoice } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './parts/console.module.css';
import { ActionBoard, ConfirmButton, QuestionButton, useOperatorMutation } from './parts/action-button.tsx';
import { ListSheet } from './parts/pages.tsx';
import { May, useMay } from './parts/role.tsx';
import { instantInWords, weekdayInWords } from './parts/words.ts';
import { Entry } from './parts/entry.tsx';

export function CalendarPage() {
  return (
    <>
      <h1>Calendar</h1>
      <ActionBoard>
        <Fetched query={queryOf(getCalendar)} lines={5} label="Opening the calendar">
          {({ mailings, holidays }) => (
            <>
              <Sheet title="The next mailing days">
                <ul className={styles.list}>
                  {mailings.map((mailing) => (
                    <li key={mailing.nominalOn} className={styles.entry}>
                      <Mailing mailing={mailing} />
                    </li>
                  ))}
                </ul>
              </Sheet>
              <ListSheet
                title="Corrected days"
                aside={
                  <May call="correctHoliday">
                    <ConfirmButton label="Correct a Day" title="Is the post closed, or open?">
                      {(close) => <HolidayForm onClose={close} />}
                    </ConfirmButton>
                  </May>
                }
                query={pagesOf(listHolidays)}
                label="Fetching the days"
                empty="None. The post keeps the federal holidays, and no others."
                keyOf={({ day }) => day}
              >
                {(holiday) => <Holiday holiday={holiday} />}
              </ListSheet>
              <Sheet title="Federal holidays of the next twelve months">
                <DefinitionList
                  layout="ledger"
                  items={holidays.map(({ day, name }) => ({ term: name, detail: weekdayInWords(day) }))}
                />
              </Sheet>
            </>
          )}
        </Fetched>
      </ActionBoard>
    </>
  );
}

function Mailing({ mailing }: { readonly mailing: CalendarReply['mailings'][number] }) {
  const { nominalOn, handOverOn, freezesAt } = mailing;
  const when =
    handOverOn === nominalOn
      ? 'The post takes it that Friday'
      : `The post is closed that Friday and takes it on ${weekdayInWords(handOverOn)}`;
  return (
    <Entry title={weekdayInWords(nominalOn)} notes={[when]} mark={`freezes ${instantInWords(freezesAt)}, New York`} />
  );
}

function Holiday({ holiday: { day, isHoliday, note, ahead } }: { readonly holiday: HolidayReply }) {
  const name = weekdayInWords(day);
  const may = useMay();
  return (
    <Entry title={name} notes={[note || null]} mark={isHoliday ? 'closed' : 'open'}>
      {ahead && may('correctHoliday') && (
        <QuestionButton
          label="Take Back"
          about={name}
          variant="quiet"
          title="As the table has it?"
          yes="Take It Back"
          mutation={() => call(correctHoliday, { body: { day, as: 'usual' } })}
          said={`${name} is as the table has it.`}
        >
          <p>{`${name} is then as the table of federal holidays has it. What is frozen stays as it is.`}</p>
        </QuestionButton>
      )}
    </Entry>
  );
}

interface Values {
  readonly day: string;
  readonly as: 'closed' | 'open';
  readonly note: string;
}

/** For a day of mourning, or for a holiday on which the post office is open. */
function HolidayForm({ onClose }: { readonly onClose: () => void }) {
  const form = useForm<Values>({ defaultValues: { day: '', as: 'closed', note: '' } });
  const field = fieldsOf(form);
  const correct = useOperatorMutation((values: Values) => call(correctHoliday, { body: values }), {
    onClose,
    said: ({ day, isHoliday }) => `The post is ${isHoliday ? 'closed' : 'open'} on ${weekdayInWords(day)}.`,
  });

  return (
    <Form form={form} save={correct} fields={['day', 'as', 'note']} browserChecks>
      {correct.isError && <Notice tone="error">{correct.error.message}</Notice>}
      <p>Runs that are not frozen take their days from it. What is frozen stays as it is.</p>
      <TextField label="Day" type="date" required {...field('day')} />
      <SelectField label="On that day the post is" {...field('as')}>
        <option value="closed">closed</option>
        <option value="open">open all the same</option>
      </SelectField>
      <TextField label="Why" optional maxLength={200} {...field('note')} />
      <DialogChoice yes="Correct It" no="Not now" busy={correct.isPending} onNo={onClose} />
    </Form>
  );
}
