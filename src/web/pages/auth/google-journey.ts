import * as z from 'zod/mini';
import { APP_PATHS } from '../../../contract/site-paths.ts';

/** Where somebody set out for Google, and the page that had asked for a sign-in. */
const journey = z.object({ from: z.enum([APP_PATHS.signin, APP_PATHS.signup]), next: z.optional(z.string()) });
export type Journey = z.output<typeof journey>;

const KEY = 'google-journey';
const WHO_KNOWS: Journey = { from: APP_PATHS.signin };

/** Of this tab alone: Google brings nobody back elsewhere. */
export function rememberJourney(setOut: Journey): void {
  sessionStorage.setItem(KEY, JSON.stringify(setOut));
}

/** The journey that ends here. It is forgotten: the next one may begin at another page. */
export function endJourney(): Journey {
  const kept = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  if (kept === null) return WHO_KNOWS;
  const parsed = journey.safeParse(JSON.parse(kept));
  return parsed.success ? parsed.data : WHO_KNOWS;
}
