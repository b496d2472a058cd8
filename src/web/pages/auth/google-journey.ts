import * as z from 'zod/mini';
import { APP_PATHS } from '../../../contract/site-paths.ts';
import { sessionStorageItem } from '../../app/session-storage-item.ts';

/** The page that set out for Google, and the page that had asked for a sign-in. */
const journey = z.object({
  from: z.enum([APP_PATHS.signin, APP_PATHS.signup, APP_PATHS.accountProfile]),
  next: z.optional(z.string()),
});
export type Journey = z.output<typeof journey>;

const stored = sessionStorageItem('google-journey', journey);

export function rememberJourney(setOut: Journey): void {
  stored.store(setOut);
}

/** The journey that ends here, deleted as it is read; null when none began in this tab. */
export function endJourney(): Journey | null {
  const setOut = stored.read();
  stored.drop();
  return setOut;
}
