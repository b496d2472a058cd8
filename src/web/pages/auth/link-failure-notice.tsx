import { NOT_AUTHENTICATED } from '../../../contract/account.ts';
import { Notice } from '../../ui/notice.tsx';

const ASTRAY = 'Something went wrong on our side. Your link still works: open it again in a few minutes.';

/** Messages for the codes of rules/auth-wire 33, 34 and 38. Other codes show the page's own sentence. */
const WORDS: Readonly<Record<string, string>> = {
  not_signed_in: NOT_AUTHENTICATED,
  otp_expired:
    'That link is invalid or has expired. Sign in below. If your email address isn’t confirmed yet, we’ll offer to email you a new link.',
  provider_email_needs_verification:
    'Google can’t confirm that this email address is yours. If we’ve emailed you a link, open it to continue. If not, sign in with your email and password, or reset your password.',
  unexpected_failure: ASTRAY,
  over_request_rate_limit:
    'Too many links were opened from your network. Your link still works: wait five minutes, then open it again.',
  email_exists: 'Another account now uses that email address. Your account keeps its old email address.',
  session_not_found: 'You were signed out while you were at Google, so nothing was changed. Sign in and try again.',
  signup_disabled: 'New accounts can’t be created at the moment.',
  user_banned: 'This account has been closed. If you don’t know why, email us.',
  reauthentication_not_valid:
    'That Google account isn’t connected to this account, so nothing was changed. Try again with the connected one.',
  user_already_exists:
    'That email address belonged to another account until a few days ago, so you can’t use it yet. Try again in a week. Was it your account, and did someone else change its email address? Then look in the inbox of the address you just tried: our email about the change has a link to undo it.',
  identity_already_exists:
    'That Google account is already connected. If you don’t see it here, it’s connected to another account: disconnect it there first.',
};

const WORDS_SIGNED_IN: typeof WORDS = {
  ...WORDS,
  otp_expired:
    'That link is invalid or has expired. If you’ve already used it, you don’t need it again. If not, request a new link on the page where you requested this one.',
};

interface LinkFailureNoticeProps {
  readonly code: string;
  readonly otherwise?: string;
  readonly signedIn?: boolean;
}

/** The text depends only on the code, since texts in the URL may be forged. */
export function LinkFailureNotice({ code, otherwise = ASTRAY, signedIn = false }: LinkFailureNoticeProps) {
  return <Notice tone="error">{(signedIn ? WORDS_SIGNED_IN : WORDS)[code] ?? otherwise}</Notice>;
}

/** Shown after the first of two confirmations of a new email address (rules/accounts 28). */
export function HalfWayNotice() {
  return (
    <Notice tone="info">
      You’ve confirmed from one of the two email addresses. Your email address changes once you also open the link we
      emailed to the other one.
    </Notice>
  );
}

const DONE = {
  email_changed: 'Your email address has been changed. If you sign in with a password, use the new address.',
  account_deleted:
    'Your account has been deleted. We’ve erased everything in it, except the payment records that tax law makes us keep.',
} as const;

export function SignedOutNews({ news }: { readonly news: keyof typeof DONE | 'half_way' }) {
  return news === 'half_way' ? <HalfWayNotice /> : <Notice tone="success">{DONE[news]}</Notice>;
}
