/** What a thief may hold, each alone. */
export type Thing = keyof typeof THINGS;

/** Inside or outside the ten minutes after the sign-in of the session that was stolen (rules/accounts 34). */
export type Age = 'inside' | 'outside';

export const AGES: readonly Age[] = ['inside', 'outside'];

/** `ways in`: authenticators and linked accounts. `secrets`: what no answer may ever hold. `others`: another user's data. */
export type Realm = 'account' | 'ways in' | 'export' | 'console' | 'others' | 'secrets';

/**
 * `profile`, `letters` (addresses, holds, reports), `season` (cancelled, resumed, another address), `purchases` (checkouts
 * and cards of the thief's own): the owner changes them back. `ways in`: the notice's link undoes these.
 * `deletion`: of an account without a running season. `money`: refunds to the owner's card.
 */
export type Change = 'profile' | 'letters' | 'season' | 'purchases' | 'ways in' | 'deletion' | 'money';

export type OwnerKind = 'subscriber' | 'guarded' | 'newcomer' | 'operator';

export interface Allowance {
  readonly reads: readonly Realm[];
  readonly changes: readonly Change[];
}

interface Holding extends Readonly<Record<Age, Allowance>> {
  /** The possible owners; several where it matters. */
  readonly owners: readonly OwnerKind[];
  readonly holds: string;
}

const NOTHING: Allowance = { reads: [], changes: [] };
/** Everyday changes of a session; none gives the account to another person. */
const EVERYDAY: readonly Change[] = ['profile', 'letters', 'season', 'purchases'];
const SESSION = {
  inside: { reads: ['account', 'ways in', 'export'], changes: [...EVERYDAY, 'ways in'] },
  outside: { reads: ['account', 'ways in'], changes: EVERYDAY },
} as const;

/** What each stolen thing allows. The soak checks and prints this table. */
export const THINGS = {
  'access token': {
    holds: 'a bearer token of a session',
    owners: ['subscriber', 'newcomer', 'guarded'],
    ...SESSION,
  },
  'refresh token': {
    holds: 'the active refresh token of a session, exchanged before anything else',
    owners: ['subscriber', 'newcomer', 'guarded'],
    ...SESSION,
  },
  mailbox: {
    holds:
      'the mailbox for ten minutes: a recovery link first, then links, codes and notices; outside, the session that is left',
    owners: ['subscriber', 'newcomer'],
    // An emailed code is a proof for the deletion (rules/accounts 34).
    inside: { reads: SESSION.inside.reads, changes: [...SESSION.inside.changes, 'deletion'] },
    outside: SESSION.outside,
  },
  'mailbox, two steps': {
    holds: 'the same of an account whose authenticator is older than seven days: a session that owes its second step',
    owners: ['guarded'],
    // `GET /user` names the factors, so that a client can ask for the code.
    inside: { reads: ['account', 'ways in'], changes: ['profile'] },
    outside: { reads: ['account', 'ways in'], changes: ['profile'] },
  },
  'TOTP code': {
    holds: 'one code of the owner’s authenticator',
    owners: ['guarded'],
    inside: NOTHING,
    outside: NOTHING,
  },
  'recovery code': { holds: 'one of ten recovery codes', owners: ['guarded'], inside: NOTHING, outside: NOTHING },
  'old device': {
    holds: 'the cookie of a browser that has signed in before',
    owners: ['subscriber'],
    inside: NOTHING,
    outside: NOTHING,
  },
  'demonstration credentials': {
    holds: 'address, password and key of the demonstration operator, at a shop that took them away',
    owners: ['subscriber'],
    inside: NOTHING,
    outside: NOTHING,
  },
  'operator’s tab': {
    holds: 'access and refresh token of an operator’s session that opens the console',
    owners: ['operator'],
    inside: { reads: [...SESSION.inside.reads, 'console', 'others'], changes: [...SESSION.inside.changes, 'money'] },
    outside: { reads: [...SESSION.outside.reads, 'console', 'others'], changes: [...EVERYDAY, 'money'] },
  },
} as const satisfies Readonly<Record<string, Holding>>;

export function allowanceOf(thing: Thing, age: Age): Allowance {
  return THINGS[thing][age];
}

/** The table, a line per thing and age. */
export function describeThings(): string[] {
  return Object.entries(THINGS).flatMap(([thing, { holds, ...ages }]) => [
    `${thing}: ${holds}`,
    ...AGES.map(
      (age) => `  ${age} the ten minutes: reads ${inWords(ages[age].reads)}; changes ${inWords(ages[age].changes)}`,
    ),
  ]);
}

function inWords(names: readonly string[]): string {
  return names.length === 0 ? 'nothing' : names.join(', ');
}
