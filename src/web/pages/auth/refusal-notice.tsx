import { isAuthApiError, isAuthWeakPasswordError } from '@supabase/auth-js';
import { unlessUnreachable } from '../../app/api-failure.ts';
import { NotReauthenticated } from '../../app/reauthentication.ts';
import { FailureBoard } from '../../ui/notice.tsx';

export function RefusalNotice({ error, unexpected }: { readonly error: unknown; readonly unexpected: string }) {
  return <FailureBoard text={error === null ? null : refusal(error, unexpected)} />;
}

/** The backend's messages that speak of its internals. */
const REWORDED: Readonly<Record<string, string>> = {
  reauthentication_not_valid: 'That code is wrong or has expired. Request another one.',
  mfa_verification_failed: 'That code is wrong or has been used. Wait for the next one.',
};

/** The backend's own message when it refused, no connection as such, else that screen's text (rules/pages 26, 27, 38). */
export function refusal(error: unknown, unexpected: string): string {
  if (error instanceof NotReauthenticated) return error.message;
  if (!isAuthApiError(error) && !isAuthWeakPasswordError(error)) return unlessUnreachable(error, unexpected);
  return REWORDED[String(error.code)] ?? error.message;
}
