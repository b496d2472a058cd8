import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { EditionsSheet } from './editions-sheet.tsx';
import { addDays, newYorkDate } from '../../../../domain/calendar-date.ts';
import { businessDayFrom } from '../../../../domain/holidays.ts';
import { nextMailingDays } from '../../../../domain/mailing-calendar.ts';
import { openRunAhead } from '../../../../contract/operator/fulfilment.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { useNow } from '../../../app/now.ts';
import { call } from '../../../app/api.ts';
import { fieldsOf, Form } from '../../../app/forms.tsx';
import { DialogChoice } from '../../../ui/dialog.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ConfirmButton, useOperatorMutation } from '../parts/action-button.tsx';
import { Pages } from '../parts/pages.tsx';
import { May } from '../parts/role.tsx';
import { Switch } from '../parts/switch.tsx';
import { Sheet, Stack } from '../../../ui/sheet.tsx';
import { RunRow, runsQuery } from '../parts/run-entry.tsx';

const route = getRouteApi('/signed-in/operator/runs');

const WHICH = [
  ['all', 'All, newest first'],
  ['todo', 'To do'],
  ['coming', 'Upcoming'],
] as const;

const EMPTY = {
  all: 'Nothing has ever been mailed from here. The first run opens on the next business day.',
  todo: 'No mailing waits for you.',
  coming: 'No mailing is planned. Runs open automatically.',
} as const;

export function RunsPage() {
  const today = newYorkDate(useNow());
  const { which = 'all' } = route.useSearch();
  const navigate = useNavigate();
  return (
    <>
      <h1>Runs</h1>
      <Sheet
        title="Every mailing"
        aside={
          <May call="openRunAhead">
            <ConfirmButton label="Open a Run" title="Open a run ahead of the clock">
              {(close) => <OpenRunForm onClose={close} />}
            </ConfirmButton>
          </May>
        }
      >
        <Stack>
          <Switch
            label="Which runs"
            value={which}
            choices={WHICH}
            onChange={(chosen) =>
              void navigate({ to: CONSOLE_PATHS.runs, search: chosen === 'all' ? {} : { which: chosen } })
            }
          />
          <Pages key={which} query={runsQuery(which)} label="Fetching the runs" empty={EMPTY[which]}>
            {(run) => <RunRow run={run} today={today} />}
          </Pages>
        </Stack>
      </Sheet>
      <EditionsSheet />
    </>
  );
}

interface Values {
  readonly kind: 'friday' | 'first_letter';
  readonly nominalOn: string;
}

const DAY_HINTS = {
  friday: 'The second or fourth Friday of a month, whatever the holidays say.',
  first_letter: 'A day on which the post is open: Monday to Friday, but for holidays.',
} as const satisfies Record<Values['kind'], string>;

function OpenRunForm({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const today = newYorkDate(useNow());
  const [friday = today] = nextMailingDays(today, 1);
  const next = { friday, first_letter: businessDayFrom(addDays(today, 1)) } as const;
  const form = useForm<Values>({ defaultValues: { kind: 'friday', nominalOn: friday } });
  const field = fieldsOf(form);
  const kindField = field('kind');
  const kind = useWatch({ control: form.control, name: 'kind' });
  const open = useOperatorMutation((values: Values) => call(openRunAhead, { body: values }), {
    onDone: ({ id }) => void navigate({ to: CONSOLE_PATHS.run, search: { run: id } }),
  });

  return (
    <Form form={form} save={open} fields={['kind', 'nominalOn']} browserChecks>
      {open.isError && <Notice tone="error">{open.error.message}</Notice>}
      <p>Runs open automatically. This is for looking further ahead, or for a day that was missed.</p>
      <SelectField
        label="Which letters"
        {...kindField}
        onChange={(event) => {
          void kindField.onChange(event);
          form.setValue('nominalOn', next[form.getValues('kind')]);
        }}
      >
        <option value="friday">Letters 2 to 24, of a Friday</option>
        <option value="first_letter">First letters, of a business day</option>
      </SelectField>
      <TextField label="Mailing day" type="date" required hint={DAY_HINTS[kind]} {...field('nominalOn')} />
      <DialogChoice yes="Open It" no="Not now" busy={open.isPending} onNo={onClose} />
    </Form>
  );
}
