import { useEffect } from 'react';
import { type DefaultValues, type FieldValues, useForm, type UseFormProps, type UseFormReturn } from 'react-hook-form';

/** A form that follows the saved values until it is edited. */
export function useSavedForm<Values extends FieldValues>(
  saved: Values,
  options: Pick<UseFormProps<Values>, 'resolver'> = {},
): UseFormReturn<Values> {
  const form = useForm<Values>({ ...options, defaultValues: saved as DefaultValues<Values> });
  const { isDirty, defaultValues } = form.formState;
  const isBehind = !isDirty && JSON.stringify(defaultValues) !== JSON.stringify(saved);
  useEffect(() => {
    if (isBehind) form.reset(saved);
  }, [form, isBehind, saved]);
  return form;
}
