import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiFailure } from './api-failure.ts';

/** Puts what the server said of single fields beside them. Names the form does not have are left out. */
export function showFieldFailures<Form extends FieldValues>(
  error: unknown,
  fields: readonly Path<Form>[],
  setError: UseFormSetError<Form>,
): void {
  if (!(error instanceof ApiFailure)) return;
  for (const field of fields) {
    const message = error.fields[field];
    if (message !== undefined) setError(field, { type: 'server', message });
  }
}
