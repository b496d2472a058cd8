import { type ReactNode, type SubmitEvent, useEffect } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type FieldValues,
  FormProvider,
  type FormState,
  get,
  type Path,
  useForm,
  type UseFormProps,
  type UseFormRegister,
  type UseFormReturn,
  type UseFormSetError,
} from 'react-hook-form';
import { FieldGroup } from '../ui/field.tsx';
import { ApiFailure } from './api-failure.ts';

interface FormProps<Values extends FieldValues, Output> {
  readonly form: UseFormReturn<Values, unknown, Output>;
  /** `reset` takes away what the last attempt said. */
  readonly save: {
    readonly mutate: (values: Output, options: { onError: (error: Error) => void }) => void;
    readonly reset?: () => void;
  };
  /** The fields next to which the server's messages are shown. */
  readonly fields?: readonly Path<Values>[];
  readonly onChange?: () => void;
  readonly onInvalid?: () => void;
  readonly legend?: string;
  /** True if the browser checks the fields with its own messages. */
  readonly browserChecks?: boolean;
  readonly children: ReactNode;
}

export function Form<Values extends FieldValues, Output>(props: FormProps<Values, Output>) {
  const { form, save, fields = [], onChange, onInvalid, legend, browserChecks = false, children } = props;
  const submit = (values: Output) =>
    save.mutate(values, { onError: (error) => showFieldFailures(error, fields, form.setError) });

  async function check(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    const shown = event.currentTarget;
    let isWrong = false;
    await form.handleSubmit(submit, () => {
      isWrong = true;
      save.reset?.();
      onInvalid?.();
    })(event);
    // React-hook-form uses the order of registration, which differs from the page's order for some countries.
    if (isWrong) setTimeout(() => focusOnce(shown.querySelector<HTMLElement>('[aria-invalid=true]')));
  }

  return (
    <FormProvider {...form}>
      <form noValidate={!browserChecks} onSubmit={(event) => void check(event)} onChange={onChange}>
        <FieldGroup legend={legend}>{children}</FieldGroup>
      </form>
    </FormProvider>
  );
}

/** Called once, since Safari would scroll again on each call. */
function focusOnce(field: HTMLElement | null): void {
  if (document.activeElement !== field) field?.focus();
}

interface FieldSource<Values extends FieldValues> {
  readonly register: UseFormRegister<Values>;
  readonly formState: FormState<Values>;
}

/** A field's registration and error, as props. Reading more of the state would render the form again on each key. */
export function fieldsOf<Values extends FieldValues>({ register, formState }: FieldSource<Values>) {
  return (name: Path<Values>, deps: Path<Values>[] = []) => ({
    ...register(name, { deps }),
    error: get<unknown, FieldError | undefined>(formState.errors, name)?.message,
  });
}

/** Shows the server's messages next to the fields and focuses the first. `fields` must be in the page's order. */
export function showFieldFailures<Values extends FieldValues>(
  error: unknown,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): void {
  if (!(error instanceof ApiFailure)) return;
  let isFirst = true;
  for (const field of fields) {
    const message = error.fields[field] ?? error.fields[`address.${field}`];
    if (message === undefined) continue;
    setError(field, { type: 'server', message }, { shouldFocus: isFirst });
    isFirst = false;
  }
}

/** A form that is updated with the saved values until the user edits it. */
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
