import { TOO_MANY_ATTEMPTS } from '../../../contract/errors.ts';
import { isAuthApiError, isAuthWeakPasswordError } from '@supabase/auth-js';
import { unlessUnreachable } from '../../app/api-failure.ts';
import { NotReauthenticated } from '../../app/reauthentication.ts';
import { FailureBoard } from '../../ui/notice.tsx';

export function RefusalNotice({ error, unexpected }: { readonly error: unknown; readonly unexpected: string }) {
  return <FailureBoard text={error === null ? null : refusal(error, unexpected)} />;
}

/** Our texts for server messages that mention internals. */
const REWORDED: Readonly<Record<string, string>> = {
  reauthentication_not_valid: 'That code is wrong or has expired. Request another one.',
  mfa_verification_failed: 'That code is wrong or has been used. Enter another one.',
  mfa_factor_not_found: 'That authenticator app was removed from your account. Reload this page.',
  mfa_challenge_expired: 'That took too long. Enter the code your app shows now.',
  too_many_enrolled_mfa_factors: 'You already have the maximum number of authenticator apps. Remove one first.',
  email_exists: 'Another account already uses that email address.',
  current_password_invalid: 'That isn’t your current password.',
  user_not_found: 'This account no longer exists.',
  user_banned: 'This account has been closed. If you don’t know why, email us.',
  insufficient_aal: 'Enter the code from your authenticator app first, then try again.',
  session_not_found: 'You’ve been signed out. Sign in again.',
  session_expired: 'You’ve been signed out. Sign in again.',
  refresh_token_not_found: 'You’ve been signed out. Sign in again.',
  reauthentication_needed: 'Confirm that it’s you first.',
  over_request_rate_limit: TOO_MANY_ATTEMPTS,
  signup_disabled: 'New accounts can’t be created at the moment.',
  request_timeout: 'That took too long. Please try again.',
  unexpected_failure: 'Something went wrong on our side. Please try again in a moment.',
};

/**
 * The server's own message for a refusal, a message about the connection, or else the screen's text (rules/pages 26,
 * 27, 38).
 */
export function refusal(error: unknown, unexpected: string): string {
  if (error instanceof NotReauthenticated) return error.message;
  if (!isAuthApiError(error) && !isAuthWeakPasswordError(error)) return unlessUnreachable(error, unexpected);
  const wait = /after (\d+) seconds/.exec(error.message)?.[1];
  if (wait !== undefined) return `Please wait ${wait} ${wait === '1' ? 'second' : 'seconds'}, then try again.`;
  return REWORDED[String(error.code)] ?? error.message;
}
