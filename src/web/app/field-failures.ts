import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { ApiFailure } from './api-failure.ts';

/** Shows the server's message beside each field; fields that the form does not have are left out. */
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
