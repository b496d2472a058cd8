import { isAuthApiError, isAuthWeakPasswordError } from '@supabase/auth-js';
import { NotReauthenticated } from '../../app/reauthentication.ts';
import { FailureBoard } from '../../ui/notice.tsx';

export function RefusalNotice({ error, unexpected }: { readonly error: unknown; readonly unexpected: string }) {
  return <FailureBoard text={error === null ? null : [refusal(error, unexpected), ...weaknesses(error)].join(' ')} />;
}

/** The backend's messages that speak of its internals. */
const REWORDED: Readonly<Record<string, string>> = {
  reauthentication_not_valid: 'That code has expired or was never ours. Ask for another one.',
  mfa_verification_failed: 'That code is wrong, used up, or out of date. Wait for the next one.',
};

/** The backend's own message when it refused, else that screen's text (rules/pages 26, 27). */
function refusal(error: unknown, unexpected: string): string {
  if (error instanceof NotReauthenticated) return error.message;
  if (!isAuthApiError(error) && !isAuthWeakPasswordError(error)) return unexpected;
  return REWORDED[String(error.code)] ?? error.message;
}

const WEAKNESSES: Readonly<Record<string, string>> = {
  length: 'It is too short.',
  characters: 'It needs more kinds of characters.',
  pwned: 'It stands on the list that burglars try first.',
};

function weaknesses(error: unknown): readonly string[] {
  if (!isAuthWeakPasswordError(error)) return [];
  return error.reasons.map((reason) => WEAKNESSES[reason] ?? reason);
}
