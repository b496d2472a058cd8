import { ApiFailure } from '../../../app/api-failure.ts';

/** A refusal that is shown next to a field, as if the server had sent it. */
export function refusalAt(field: string, error: string): ApiFailure {
  const code = 'validation_failed';
  return new ApiFailure(code, error, { error, code, fields: { [field]: error }, requestId: '' });
}
