import { useFormContext } from 'react-hook-form';
import { MESSAGE_FIELDS } from '../../../../domain/operator-email-fields.ts';
import { fieldsOf } from '../../../app/forms.tsx';
import { SelectField, TextAreaField, TextField } from '../../../ui/field.tsx';
import { EMAIL_TEMPLATES } from './email-templates.ts';

export interface EmailValues {
  subject: string;
  text: string;
}

const FIELDS = MESSAGE_FIELDS.map((field) => `{${field}}`).join(', ');

/** Choosing a template replaces subject and text, which can then be changed. */
export function EmailFields() {
  const form = useFormContext<EmailValues>();
  const field = fieldsOf<EmailValues>(form);
  function take(name: string): void {
    const template = EMAIL_TEMPLATES.find((each) => each.name === name);
    form.setValue('subject', template?.subject ?? '');
    form.setValue('text', template?.text ?? '');
  }
  return (
    <>
      <SelectField label="Template" onChange={({ target }) => take(target.value)}>
        {EMAIL_TEMPLATES.map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
      <TextField label="Subject" maxLength={120} autoComplete="off" {...field('subject')} />
      <TextAreaField
        label="Text"
        hint={`The email begins with “Dear …,”. These are filled in for each customer: ${FIELDS}.`}
        rows={8}
        maxLength={5000}
        {...field('text')}
      />
    </>
  );
}
