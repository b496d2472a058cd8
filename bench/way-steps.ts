import { listAddresses } from '../src/contract/addresses.ts';
import { APP_PATHS } from '../src/contract/site-paths.ts';
import { callAuth, PASSWORD, Shopper } from '../test/clients/shopper.ts';
import type { Surroundings } from '../test/server/surroundings.ts';

export const SEASON = 'season-1';

export interface Session {
  readonly user: Shopper;
  /** What the app keeps of it in the browser. */
  readonly stored: string;
  readonly home: string;
}

export interface Step {
  readonly name: string;
  readonly address: (session: Session | null) => string;
  readonly signedIn?: true;
  /** No page of a first purchase. */
  readonly aside?: true;
}

const at = (path: string, more: Omit<Step, 'name' | 'address'> = {}, query = ''): Step => ({
  name: path,
  address: () => path + query,
  ...more,
});

export const THANKS: Step = { ...at(APP_PATHS.account, { signedIn: true }, '?success=true'), name: 'thank-you' };

/** In the order of a first purchase, with the pages beside it in between. */
export const STEPS: readonly Step[] = [
  at('/'),
  at(APP_PATHS.signup, {}, '?plan=monthly'),
  at(APP_PATHS.signin, { aside: true }),
  at(APP_PATHS.forgotPassword, { aside: true }),
  at(APP_PATHS.seasonSelection, { aside: true }),
  { ...at(APP_PATHS.seasonSelection, { signedIn: true }), name: `${APP_PATHS.seasonSelection}, signed in` },
  at(APP_PATHS.shipping, { signedIn: true }, `?season=${SEASON}`),
  {
    name: APP_PATHS.payment,
    address: (session) => `${APP_PATHS.payment}?season=${SEASON}&address=${session?.home ?? ''}`,
    signedIn: true,
  },
  THANKS,
  at(APP_PATHS.giftSubscription, { signedIn: true, aside: true }),
];

export async function openSession(around: Surroundings): Promise<Session> {
  const user = await Shopper.signUp(around);
  const password = { email: user.email, password: PASSWORD };
  const session = await callAuth<object>(around.siteUrl, '/token?grant_type=password', password);
  const { addresses } = await user.call(listAddresses);
  return { user, stored: JSON.stringify(session), home: addresses[0]?.id ?? '' };
}
