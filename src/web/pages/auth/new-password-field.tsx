import { useFormContext, useWatch } from 'react-hook-form';
import { type PasswordForm, type PasswordPair, passwordStrength } from '../../../domain/password.ts';
import { fieldsOf } from '../../app/forms.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Text } from '../../ui/text.tsx';

interface NewPasswordFieldProps {
  readonly rules: PasswordForm;
  readonly label: string;
  readonly hint: string;
}

export function NewPasswordField({ rules, label, hint }: NewPasswordFieldProps) {
  const form = useFormContext<PasswordPair>();
  const password = useWatch({ control: form.control, name: 'password' });
  return (
    <PasswordField
      label={label}
      autoComplete="new-password"
      hint={
        <>
          <Text>{hint}</Text> <output>{passwordStrength(rules, password)}</output>
        </>
      }
      required
      {...fieldsOf(form)('password')}
    />
  );
}
