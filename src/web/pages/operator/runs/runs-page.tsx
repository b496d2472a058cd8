import { useNavigate } from '@tanstack/react-router';
import { useForm, useWatch } from 'react-hook-form';
import { EditionsSheet } from './editions-sheet.tsx';
import { newYorkDate } from '../../../../domain/calendar-date.ts';
import { openRunAhead } from '../../../../contract/operator/fulfilment.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { useNow } from '../../../app/now.ts';
import { call } from '../../../app/api.ts';
import { fieldsOf, Form } from '../../../app/forms.tsx';
import { DialogChoice } from '../../../ui/dialog.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ConfirmButton, useOperatorMutation } from '../parts/action-button.tsx';
import { ListSheet } from '../parts/pages.tsx';
import { RunEntry, runsQuery } from '../parts/run-entry.tsx';

export function RunsPage() {
  const today = newYorkDate(useNow());
  return (
    <>
      <h1>Runs</h1>
      <ListSheet
        title="Every mailing, newest first"
        aside={
          <ConfirmButton label="Open a Run" title="Open a run ahead of the clock">
            {(close) => <OpenRunForm onClose={close} />}
          </ConfirmButton>
        }
        query={runsQuery('all')}
        label="Fetching the runs"
        empty="Nothing has ever been mailed from here. The first run opens on the next business day."
      >
        {(run) => <RunEntry run={run} today={today} />}
      </ListSheet>
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
  const form = useForm<Values>({ defaultValues: { kind: 'friday', nominalOn: '' } });
  const field = fieldsOf(form);
  const kind = useWatch({ control: form.control, name: 'kind' });
  const open = useOperatorMutation((values: Values) => call(openRunAhead, { body: values }), {
    onDone: ({ id }) => void navigate({ to: CONSOLE_PATHS.run, search: { run: id } }),
  });

  return (
    <Form form={form} save={open} fields={['kind', 'nominalOn']} browserChecks>
      {open.isError && <Notice tone="error">{open.error.message}</Notice>}
      <p>Runs open by themselves. This is for looking further ahead, or for a day that was missed.</p>
      <SelectField label="Which letters" {...field('kind')}>
        <option value="friday">Letters 2 to 24, of a Friday</option>
        <option value="first_letter">First letters, of a business day</option>
      </SelectField>
      <TextField label="Mailing day" type="date" required hint={DAY_HINTS[kind]} {...field('nominalOn')} />
      <DialogChoice yes="Open It" no="Not now" busy={open.isPending} onNo={onClose} />
    </Form>
  );
}
