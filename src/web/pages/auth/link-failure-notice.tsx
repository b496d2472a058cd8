import { NOT_AUTHENTICATED } from '../../../contract/account.ts';
import { Notice } from '../../ui/notice.tsx';

const ASTRAY =
  'Something gave way on our side, and whoever was holding it up is being spoken to. Your link is not used up: follow it again in a moment.';

/** Codes of rules/auth-wire 33, 34 and 38; all others show the sentence of the page that sends users away. */
const WORDS: Readonly<Record<string, string>> = {
  not_signed_in: NOT_AUTHENTICATED,
  otp_expired:
    'That link is invalid or has expired. If you have used it before, it has done its work: sign in as usual. If you have not, sign in all the same, and ask there to have a new one sent.',
  provider_email_needs_verification:
    'Google does not vouch for your e-mail address, so we have to. If it is yours to confirm, a letter with a link is on its way.',
  unexpected_failure: ASTRAY,
  over_request_rate_limit:
    'Too many links have been opened from where you are. Yours is not used up: wait five minutes, then follow it again.',
  email_exists: 'Another account here has come to answer to that e-mail address. Yours keeps the one it had.',
  session_not_found:
    'You were signed out while you were at Google, so nothing was connected. Once you are back in, try again.',
  signup_disabled: 'The club is not taking new members at the moment.',
  user_banned: 'This account has been closed. If you cannot think why, write to us.',
  reauthentication_not_valid: 'That is not the Google account which belongs here. Nothing has been changed.',
  user_already_exists:
    'That e-mail address was an account’s here until a few days ago, and is kept for it. The letter we sent there says how to take the account back.',
  identity_already_exists: 'That Google account is already connected to an account here, this one or somebody else’s.',
};

const WORDS_SIGNED_IN: typeof WORDS = {
  ...WORDS,
  otp_expired:
    'That link is invalid or has expired. If you have used it before, it has done its work, and you are signed in already. If you have not, ask for a new one where you asked for this one.',
};

interface LinkFailureNoticeProps {
  readonly code: string;
  readonly otherwise?: string;
  readonly signedIn?: boolean;
}

/** Worded by code: the address's own words may be forged. */
export function LinkFailureNotice({ code, otherwise = ASTRAY, signedIn = false }: LinkFailureNoticeProps) {
  return <Notice tone="error">{(signedIn ? WORDS_SIGNED_IN : WORDS)[code] ?? otherwise}</Notice>;
}

/** The first of the two confirmations of a new email address (rules/accounts 28). */
export function HalfWayNotice() {
  return (
    <Notice tone="info">
      One of two confirmations received. Your email changes once you confirm it from the other mailbox too.
    </Notice>
  );
}
