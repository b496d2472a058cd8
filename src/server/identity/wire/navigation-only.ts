import type { Next } from 'hono';
import { invalid } from '../auth-error.ts';
import type { Call } from './http.ts';

/**
 * For URLs that change something by GET: refuses requests for pictures, frames and scripts (OWASP ASVS 3.5.3).
 * @throws AuthError validation_failed
 */
export async function navigationOnly(call: Call, next: Next): Promise<void> {
  const destination = call.req.header('sec-fetch-dest') ?? 'document';
  if (destination !== 'document') throw invalid('This address is opened, not fetched');
  await next();
}
