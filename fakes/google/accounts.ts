import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Scope } from './authorization.ts';

export interface Account {
  /** Google's stable id of a user. */
  readonly sub: string;
  readonly email: string;
  readonly emailVerified: boolean;
  readonly name: string;
  readonly givenName: string;
  readonly familyName?: string;
  readonly portrait?: string;
  /** The Workspace domain. */
  readonly hostedDomain?: string;
}

export const ACCOUNTS: readonly Account[] = [
  {
    sub: '104829137750962213401',
    email: 'ruth@wickharbor.example',
    emailVerified: true,
    name: 'Ruth Calloway',
    givenName: 'Ruth',
    familyName: 'Calloway',
    portrait: '#8c2318',
    hostedDomain: 'wickharbor.example',
  },
  {
    sub: '117350284619027745512',
    email: 'wendell@wickharbor.example',
    emailVerified: true,
    name: 'Wendell Pike',
    givenName: 'Wendell',
    familyName: 'Pike',
    portrait: '#2f4a52',
    hostedDomain: 'wickharbor.example',
  },
  {
    sub: '109264417308851937623',
    email: 'leonora.philippa.constance.ardenne-montgomery.vane@saltmarsh-end.example',
    emailVerified: true,
    name: 'Leonora Philippa Constance Ardenne-Montgomery Vane',
    givenName: 'Leonora Philippa Constance',
    familyName: 'Ardenne-Montgomery Vane',
  },
  {
    sub: '112098356617240385734',
    email: 'odile@wickharbor.example',
    emailVerified: false,
    name: 'Odile Farrow',
    givenName: 'Odile',
    familyName: 'Farrow',
    portrait: '#5b3d5e',
  },
];

/** A form leaves an unchecked box out. */
export const newcomerForm = z.object({
  email: z.email().max(254),
  name: z.string().trim().min(1).max(200),
  verified: z.optional(z.literal('on')),
  /** The address's domain is one of Google Workspace. */
  hosted: z.optional(z.literal('on')),
});

export function newcomer({ email, name, verified, hosted }: z.infer<typeof newcomerForm>): Account {
  const [familyName, ...givenNames] = name.split(/\s+/).reverse();
  const named = givenNames.length > 0 && familyName !== undefined;
  return {
    sub: ACCOUNTS.find((account) => account.email === email.toLowerCase())?.sub ?? subjectOf(email.toLowerCase()),
    email,
    emailVerified: verified === 'on',
    name,
    ...(hosted === 'on' && { hostedDomain: email.slice(email.lastIndexOf('@') + 1).toLowerCase() }),
    ...(named ? { givenName: givenNames.reverse().join(' '), familyName } : { givenName: name }),
  };
}

/** The shape of Google's: 21 digits beginning with 1. */
function subjectOf(email: string): string {
  const digest = createHash('sha256').update(email).digest().readBigUInt64BE();
  return `1${String(digest).padStart(20, '0')}`;
}

/** The claims of an ID token (developers.google.com/identity/openid-connect/openid-connect#an-id-tokens-payload). */
export function claimsOf(account: Account, scopes: readonly Scope[], issuer: string): Record<string, string | boolean> {
  const { sub, email, emailVerified, hostedDomain, name, givenName, familyName, portrait } = account;
  return {
    sub,
    ...(hostedDomain ? { hd: hostedDomain } : {}),
    ...(scopes.includes('email') ? { email, email_verified: emailVerified } : {}),
    ...(scopes.includes('profile')
      ? {
          name,
          ...(portrait ? { picture: `${issuer}/portraits/${sub}.svg` } : {}),
          given_name: givenName,
          ...(familyName ? { family_name: familyName } : {}),
        }
      : {}),
  };
}
