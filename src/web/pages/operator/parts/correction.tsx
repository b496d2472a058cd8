import type { ReactNode } from 'react';
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from 'react-hook-form';
import { fieldsOf, Form } from '../../../app/forms.tsx';
import { DialogChoice } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ConfirmButton, useOperatorMutation } from './action-button.tsx';
import styles from './correction.module.css';

interface FollowsProps {
  readonly money: string;
  readonly letters: string;
  readonly email: string;
}

export const NO_MONEY = 'Nothing is charged or refunded.';

/** The consequences of an action, shown before it is done. */
export function Follows({ money, letters, email }: FollowsProps) {
  return (
    <dl className={styles.follows}>
      <dt>Money</dt>
      <dd>{money}</dd>
      <dt>Letters</dt>
      <dd>{letters}</dd>
      <dt>Email</dt>
      <dd>{email}</dd>
    </dl>
  );
}

interface FormProps<Values extends FieldValues, Result> {
  readonly yes: string;
  readonly follows: FollowsProps;
  readonly values: Values;
  readonly fields?: readonly Path<Values>[];
  readonly resolver?: Resolver<Values>;
  readonly save: (values: Values) => Promise<Result>;
  readonly said: string | ((result: Result) => string);
  readonly children?: (field: ReturnType<typeof fieldsOf<Values>>) => ReactNode;
}

export type CorrectionProps<Values extends FieldValues, Result> = FormProps<Values, Result> & {
  readonly label: string;
  readonly about?: string;
  readonly title: string;
};

export type Noted<Values = object> = Values & { readonly note: string };

/** A button whose dialog has fields and a reason, which is kept in the log. */
export function Correction<Values extends Noted, Result>({
  label,
  about,
  title,
  ...form
}: CorrectionProps<Values, Result>) {
  return (
    <ConfirmButton {...{ label, about, title }}>
      {(close) => <CorrectionForm<Values, Result> {...form} onClose={close} />}
    </ConfirmButton>
  );
}

function CorrectionForm<Values extends Noted, Result>({
  yes,
  follows,
  values,
  fields = [],
  resolver,
  save,
  said,
  children,
  onClose,
}: FormProps<Values, Result> & { readonly onClose: () => void }) {
  const form = useForm<Values>({
    defaultValues: values as DefaultValues<Values>,
    ...(resolver !== undefined && { resolver }),
  });
  const saving = useOperatorMutation(save, { onClose, said });
  const field = fieldsOf(form);
  const why = 'note' as Path<Values>;
  return (
    <Form form={form} save={saving} fields={[...fields, why]}>
      {saving.isError && <Notice tone="error">{saving.error.message}</Notice>}
      <Follows {...follows} />
      {children?.(field)}
      <TextField label="Why" hint="Kept in the log." maxLength={500} {...field(why)} />
      <DialogChoice yes={yes} no="Not now" busy={saving.isPending} onNo={onClose} />
    </Form>
  );
}
