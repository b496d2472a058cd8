import { isDeepStrictEqual } from 'node:util';
import type { Address } from '../../../domain/address.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { IdentityContext } from '../context.ts';
import { type LinkOptions, requestConfirmation } from '../emails/link-emails.ts';
import type { UserRow, TokenPayload } from '../schema.ts';
import { type Metadata, metadataGivenTo } from '../users/metadata.ts';
import { type TokenRow, contestSignUp, findToken, CONTESTED } from '../users/one-time-tokens.ts';

export interface FirstSignUp {
  readonly passwordHash: string | null;
  readonly metadata: Metadata;
  readonly shippingAddress: Address | null;
}

/** Null for an invited account, which has no sign-up. */
export function firstSignUpOf(user: UserRow, pending: TokenRow | null): FirstSignUp | null {
  if (pending === null && user.passwordHash === null) return null;
  const { userMetadata = metadataGivenTo(user), shippingAddress = null } = pending?.payload ?? {};
  return { passwordHash: pendingHash(user, pending), metadata: userMetadata, shippingAddress };
}

export function pendingHash(user: UserRow, pending: TokenRow | null): string | null {
  return pending === null ? user.passwordHash : (pending.payload.passwordHash ?? null);
}

export function isRepeated(first: FirstSignUp, later: FirstSignUp): boolean {
  const typed = ({ metadata, shippingAddress }: FirstSignUp): unknown =>
    JSON.parse(JSON.stringify({ metadata, shippingAddress }));
  const isSamePassword = first.passwordHash !== null && first.passwordHash === later.passwordHash;
  return isSamePassword && isDeepStrictEqual(typed(first), typed(later));
}

/** Sends another link for the first sign-up (rules/accounts 38). */
export async function confirmAgain(
  ctx: IdentityContext,
  tx: Transaction,
  user: UserRow,
  { redirectTo, codeChallenge, client }: LinkOptions,
  { contested = false } = {},
): Promise<void> {
  if (contested) await contestSignUp(tx, user.id);
  const pending = await findToken(tx, user.id, 'signup');
  const { codeChallenge: _former, ...carried } = pending?.payload ?? passwordPayload(user);
  const payload = {
    ...(contested || carried.contested === true ? CONTESTED : carried),
    ...(codeChallenge !== undefined && { codeChallenge }),
  };
  await requestConfirmation(ctx, tx, { userId: user.id, email: user.email, payload, redirectTo }, client);
}

/** For an account that an operator made. */
function passwordPayload({ passwordHash }: UserRow): TokenPayload {
  return passwordHash === null ? {} : { passwordHash };
}
