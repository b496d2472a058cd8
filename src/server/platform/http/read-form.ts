import { ApiError } from '../api-error.ts';
import { readBytes } from './read-body.ts';

const FORM_LIMIT = 8 * 1024;
const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i;

/**
 * Reads text fields in either form encoding.
 * @throws ApiError too_large, validation_failed
 */
export async function readForm(request: Request): Promise<ReadonlyMap<string, string>> {
  const type = request.headers.get('content-type') ?? '';
  const bytes = await readBytes(request, FORM_LIMIT);
  if (bytes.length === 0) return new Map();
  if (!FORM_TYPES.test(type)) throw notAForm();
  try {
    const form = await new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { 'Content-Type': type } }).formData();
    return new Map([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
  } catch {
    throw notAForm();
  }
}

function notAForm(): ApiError {
  return new ApiError('validation_failed', 'The body is not a form.');
}
