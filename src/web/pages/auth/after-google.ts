import { getAccount, sendWelcomeEmail } from '../../../contract/account.ts';
import { APP_PATHS, CONSOLE_PATHS } from '../../../contract/site-paths.ts';
import { record } from '../../analytics/visit.ts';
import { call } from '../../app/api.ts';
import { ownPath } from '../../app/own-path.ts';
import { stringifySearch } from '../../app/search-params.ts';
import { awaitsSecondStep } from '../../app/second-step.ts';
import { EMAIL_LINK, type Session, settledSession, type User } from '../../app/session.ts';
import { signInByGoogle } from './sign-in-analytics.ts';
import { endJourney, type Journey } from './google.ts';

const RETRY_WAIT_MILLISECONDS = 500;

const WHO_KNOWS: Journey = { from: APP_PATHS.signin };

interface CallbackSearch {
  readonly failure?: string | undefined;
  readonly next?: string | undefined;
}

/** Returns the page to open after /auth/callback (rules/accounts 31). */
export async function afterGoogle({ failure, next: carried }: CallbackSearch): Promise<string> {
  const journey = endJourney();
  const { from } = journey ?? WHO_KNOWS;
  const next = ownPath(carried) ?? journey?.next;
  if (failure !== undefined) return from + stringifySearch({ next, failure });
  try {
    const session = await arrivingSession();
    const signIn = signInByGoogle(journey, EMAIL_LINK, session.user);
    if (signIn !== null) record(signIn);
    if (awaitsSecondStep(session)) return APP_PATHS.signin + stringifySearch({ next });
    const { operator = false, subscriptions } = await call(getAccount);
    if (operator) return ownPath(next) ?? CONSOLE_PATHS.today;
    if (subscriptions.some(({ isGift }) => !isGift)) return ownPath(next) ?? APP_PATHS.account;
    await welcome(session.user);
    return ownPath(next) ?? APP_PATHS.seasonSelection;
  } catch (error) {
    reportError(error);
    return APP_PATHS.account;
  }
}

async function arrivingSession(): Promise<Session> {
  const session = (await settledSession()) ?? (await secondLook());
  if (session === null) throw new Error('Google sent no session.');
  return session;
}

async function secondLook(): Promise<Session | null> {
  await new Promise((resolve) => setTimeout(resolve, RETRY_WAIT_MILLISECONDS));
  return await settledSession();
}

/** Can be called often; the server sends only one email per account. */
async function welcome({ email = '', user_metadata }: User): Promise<void> {
  const userName = typeof user_metadata['full_name'] === 'string' ? user_metadata['full_name'] : '';
  await call(sendWelcomeEmail, { body: { to: email, userName, type: 'welcome' } });
}
