import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { importParts } from '../../../../contract/operator/import-parts.ts';
import { addImportPart, checkImport, IMPORT_COLUMNS, startImport } from '../../../../contract/operator/imports.ts';
import { importSample } from '../../../../contract/operator/import-sample.ts';
import { CONSOLE_PATHS } from '../../../../contract/site-paths.ts';
import { call } from '../../../app/api.ts';
import { useNow } from '../../../app/now.ts';
import { saveFile } from '../../../app/save-file.ts';
import { newYorkDate } from '../../../../domain/calendar-date.ts';
import { LETTERS_PER_SEASON } from '../../../../domain/season.ts';
import { fieldsOf, Form } from '../../../app/forms.tsx';
import { Button } from '../../../ui/button.tsx';
import { DialogChoice } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { useOperatorMutation } from '../parts/action-button.tsx';
import styles from '../parts/console.module.css';
import { refusalAt } from '../parts/refusal-at.ts';

interface Values {
  readonly file: FileList | null;
}

const FORMATS = [
  'plan: monthly or annual.',
  'country: two letters, such as US, CA or GB. Addresses in the United States need the state, such as ME.',
  `letters_received: 0 to ${LETTERS_PER_SEASON - 1}.`,
  'next_charge: the day on which the next payment is due, such as 2026-12-31.',
  'The Stripe columns: both ids (cus_… and sub_…), or both empty if Stripe doesn’t charge the subscription.',
];

export function ImportForm({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const form = useForm<Values>({ defaultValues: { file: null } });
  const field = fieldsOf(form);
  const [sent, setSent] = useState('');
  const today = newYorkDate(useNow());
  const upload = useOperatorMutation(({ file }: Values) => send(file?.[0], setSent), {
    onClose,
    onDone: ({ id }) => void navigate({ to: CONSOLE_PATHS.imports, search: { import: id } }),
  });
  return (
    <Form form={form} save={upload} fields={['file']}>
      {upload.isError && <Notice tone="error">{upload.error.message}</Notice>}
      <p>
        The dry run checks every row and imports none. The first line of the file names the columns:{' '}
        {IMPORT_COLUMNS.join(', ')}. The exported list of subscribers works too.
      </p>
      <ul className={styles.bullets}>
        {FORMATS.map((format) => (
          <li key={format}>{format}</li>
        ))}
      </ul>
      <Button
        fit
        variant="secondary"
        onClick={() => saveFile(new Blob([importSample(today)]), 'subscribers-sample.csv')}
      >
        Download Sample
      </Button>
      <TextField label="CSV file" type="file" accept=".csv,text/csv" {...field('file')} />
      <output>{sent}</output>
      <DialogChoice yes="Start Dry Run" no="Not now" busy={upload.isPending} onNo={onClose} />
    </Form>
  );
}

async function send(file: File | undefined, tell: (text: string) => void) {
  if (file === undefined) throw refusalAt('file', 'Choose a CSV file.');
  const parts = importParts(await file.text());
  const { id } = await call(startImport, { body: { name: file.name.slice(0, 100) } });
  for (const [index, text] of parts.entries()) {
    tell(`Uploading part ${index + 1} of ${parts.length}`);
    await call(addImportPart, { params: { id }, body: { part: index + 1, text } });
  }
  return await call(checkImport, { params: { id } });
}
