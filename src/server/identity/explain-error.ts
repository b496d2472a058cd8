import type { Answer } from '../platform/http/answer-error.ts';
import { isSignedOut } from './session/bearer.ts';
import { AuthError } from './wire/errors.ts';

export function explainAuthError(error: unknown): Answer | null {
  if (error instanceof AuthError && error.code === 'insufficient_aal') {
    return {
      code: 'insufficient_aal',
      message: 'This account has a second lock. Please pass two-step verification first.',
    };
  }
  if (!isSignedOut(error)) return null;
  return { code: 'not_signed_in', message: 'Your session has ended. Please sign in again.' };
}
