import * as z from 'zod/mini';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { sessionStorageItem } from '../../app/session-storage-item.ts';

/** Where somebody set out for Google, and the page that had asked for a sign-in. */
const journey = z.object({
  from: z.enum([APP_PATHS.signin, APP_PATHS.signup, APP_PATHS.accountProfile]),
  next: z.optional(z.string()),
});
export type Journey = z.output<typeof journey>;

/** Of this tab alone: Google brings nobody back elsewhere. */
const stored = sessionStorageItem('google-journey', journey);

export function rememberJourney(setOut: Journey): void {
  stored.store(setOut);
}

/** The journey that ends here; null when none began in this tab. It is forgotten: the next one may begin at another page. */
export function endJourney(): Journey | null {
  const setOut = stored.read();
  stored.drop();
  return setOut;
}
