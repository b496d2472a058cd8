import { CheckboxField, Choice } from '../../ui/checkbox.tsx';
import { FieldGroup, FieldRow, SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Columns, Specimens } from './specimens.tsx';

const STATES = [
  { name: 'empty', props: { optional: true } },
  { name: 'filled', props: { defaultValue: 'Wick Harbor' } },
  { name: 'hinted', props: { hint: 'As it stands on the letterbox.' } },
  { name: 'wrong', props: { defaultValue: '?', error: 'Nobody of that name lives here.' } },
  { name: 'disabled', props: { defaultValue: 'Wick Harbor', disabled: true } },
] as const;

export function FieldSpecimens() {
  return (
    <>
      <Specimens name="Fields">
        <Columns>
          <FieldGroup legend="Text">
            {STATES.map(({ name, props }) => (
              <TextField key={name} label={`Text, ${name}`} {...props} />
            ))}
          </FieldGroup>
          <FieldGroup legend="Text of several lines">
            {STATES.map(({ name, props }) => (
              <TextAreaField key={name} label={`Lines, ${name}`} rows={2} {...props} />
            ))}
          </FieldGroup>
          <FieldGroup legend="Choice from a list">
            {STATES.map(({ name, props }) => (
              <SelectField key={name} label={`List, ${name}`} {...props}>
                <option>Wick Harbor</option>
                <option>?</option>
              </SelectField>
            ))}
          </FieldGroup>
          <FieldGroup legend="Password">
            {STATES.map(({ name, props }) => (
              <PasswordField key={name} label={`Password, ${name}`} autoComplete="off" {...props} />
            ))}
          </FieldGroup>
        </Columns>
        <FieldRow>
          <TextField label="City" />
          <TextField label="State" />
          <TextField label="ZIP code" />
        </FieldRow>
      </Specimens>
      <Specimens name="Boxes and tickets">
        <Columns>
          <div>
            <CheckboxField label="Not ticked" />
            <CheckboxField label="Ticked" defaultChecked hint="With a hint" />
            <CheckboxField label="Disabled" disabled />
            <CheckboxField label="Ticked and disabled" defaultChecked disabled />
          </div>
          <FieldGroup legend="Exactly one is punched">
            <Choice name="ticket" value="one" label="Monthly" aside="$15" hint="With a hint" defaultChecked />
            <Choice name="ticket" value="two" label="Annual" aside="$153" />
            <Choice name="ticket" value="three" label="Not to be had" disabled />
          </FieldGroup>
        </Columns>
      </Specimens>
    </>
  );
}
