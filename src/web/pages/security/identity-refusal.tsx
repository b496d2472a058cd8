import { isAuthApiError } from '@supabase/auth-js';
import { Notice } from '../../ui/notice.tsx';
import { RefusalNotice } from '../auth/refusal-notice.tsx';

/** Codes of rules/auth-wire 34 and 35; what comes back from Google is worded by `LinkFailureNotice`. */
const WORDS: Readonly<Record<string, string>> = {
  identity_not_found: 'That account is not connected any more. Somebody, possibly you, was quicker.',
  single_identity_not_deletable: 'Google is your only way in. Set a password first, then disconnect it.',
  manual_linking_disabled: 'Connecting accounts is switched off at the moment.',
};

export function IdentityRefusal({ error, unexpected }: { readonly error: Error | null; readonly unexpected: string }) {
  const words = isAuthApiError(error) ? WORDS[String(error.code)] : undefined;
  if (words === undefined) return <RefusalNotice error={error} unexpected={unexpected} />;
  return <Notice tone="error">{words}</Notice>;
}
