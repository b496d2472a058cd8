import { accountDeleted } from './account-deleted.ts';
import { alreadyHaveAccount } from './already-have-account.ts';
import { cardExpiring } from './card-expiring.ts';
import { confirmSignup } from './confirm-signup.ts';
import { connectGoogle } from './connect-google.ts';
import { emailChangeCurrent, emailChangeNew } from './email-change.ts';
import { emailChanged } from './email-changed.ts';
import { giftArrived } from './gift-arrived.ts';
import { giftBought } from './gift-bought.ts';
import { invitation } from './invitation.ts';
import { letterGuide } from './letter-guide.ts';
import { letterMailed } from './letter-mailed.ts';
import { letterReturned } from './letter-returned.ts';
import type { EmailBranding, EmailContent } from './content.ts';
import { newSignInMethod } from './new-sign-in-method.ts';
import { operatorMessage } from './operator-message.ts';
import { passwordChanged } from './password-changed.ts';
import { paymentActionRequired } from './payment-action-required.ts';
import { paymentDisputed } from './payment-disputed.ts';
import { paymentFailed } from './payment-failed.ts';
import { reauthenticationCode } from './reauthentication-code.ts';
import { recovery } from './recovery.ts';
import { wrongCodes } from './wrong-codes.ts';
import { recoveryCodeUsed } from './recovery-code-used.ts';
import { refunded } from './refunded.ts';
import { renewalReceipt } from './renewal-receipt.ts';
import { seasonEnding } from './season-ending.ts';
import { seasonOpen } from './season-open.ts';
import { seasonWait } from './season-wait.ts';
import { sessionEnded } from './session-ended.ts';
import { signInMethodRemoved } from './sign-in-method-removed.ts';
import { staffInvitation } from './staff-invitation.ts';
import { subscriptionCancelled } from './subscription-cancelled.ts';
import { subscriptionResumed } from './subscription-resumed.ts';
import { subscriptionStarted } from './subscription-started.ts';
import { theoryReminder } from './theory-reminder.ts';
import { twoStepChanged } from './two-step-changed.ts';
import { updateCard } from './update-card.ts';
import { welcome } from './welcome.ts';

export interface Kind<Data> {
  readonly about: 'money' | 'safety' | 'gift' | 'club' | 'guide' | 'season';
  /** The email contains a link or code that opens an account, so its data is deleted once it is sent. */
  readonly secret: boolean;
  /** An email that is older is not sent any more. */
  readonly usefulForHours: number;
  /** The recipient has no account any more, so the address is deleted as well. */
  readonly last?: true;
  readonly write: (data: Data, branding: EmailBranding) => EmailContent;
}

export const EMAILS = {
  welcome: { about: 'club', secret: false, usefulForHours: 72, write: welcome },
  'subscription-started': { about: 'money', secret: false, usefulForHours: 14 * 24, write: subscriptionStarted },
  'gift-bought': { about: 'money', secret: false, usefulForHours: 14 * 24, write: giftBought },
  'gift-arrived': { about: 'gift', secret: true, usefulForHours: 14 * 24, write: giftArrived },
  'renewal-receipt': { about: 'money', secret: false, usefulForHours: 14 * 24, write: renewalReceipt },
  'payment-failed': { about: 'money', secret: false, usefulForHours: 72, write: paymentFailed },
  'payment-action-required': { about: 'money', secret: false, usefulForHours: 72, write: paymentActionRequired },
  'payment-disputed': { about: 'money', secret: false, usefulForHours: 14 * 24, write: paymentDisputed },
  'subscription-cancelled': { about: 'money', secret: false, usefulForHours: 14 * 24, write: subscriptionCancelled },
  'subscription-resumed': { about: 'money', secret: false, usefulForHours: 14 * 24, write: subscriptionResumed },
  'card-expiring': { about: 'money', secret: false, usefulForHours: 72, write: cardExpiring },
  'update-card': { about: 'money', secret: false, usefulForHours: 72, write: updateCard },
  refunded: { about: 'money', secret: false, usefulForHours: 14 * 24, write: refunded },
  'season-ending': { about: 'money', secret: false, usefulForHours: 14 * 24, write: seasonEnding },
  'letter-mailed': { about: 'club', secret: false, usefulForHours: 7 * 24, write: letterMailed },
  'operator-message': { about: 'club', secret: false, usefulForHours: 7 * 24, write: operatorMessage },
  'letter-guide': { about: 'guide', secret: false, usefulForHours: 72, write: letterGuide },
  'theory-reminder': { about: 'guide', secret: false, usefulForHours: 72, write: theoryReminder },
  'season-wait': { about: 'season', secret: true, usefulForHours: 24, write: seasonWait },
  'season-open': { about: 'season', secret: false, usefulForHours: 14 * 24, write: seasonOpen },
  'letter-returned': { about: 'money', secret: false, usefulForHours: 14 * 24, write: letterReturned },
  'confirm-signup': { about: 'safety', secret: true, usefulForHours: 24, write: confirmSignup },
  'connect-google': { about: 'safety', secret: true, usefulForHours: 1, write: connectGoogle },
  recovery: { about: 'safety', secret: true, usefulForHours: 1, write: recovery },
  'email-change-current': { about: 'safety', secret: true, usefulForHours: 24, write: emailChangeCurrent },
  'email-change-new': { about: 'safety', secret: true, usefulForHours: 24, write: emailChangeNew },
  'email-changed': { about: 'safety', secret: true, usefulForHours: 72, write: emailChanged },
  invitation: { about: 'safety', secret: true, usefulForHours: 24, write: invitation },
  'staff-invitation': { about: 'safety', secret: true, usefulForHours: 24, write: staffInvitation },
  'password-changed': { about: 'safety', secret: true, usefulForHours: 72, write: passwordChanged },
  'new-sign-in-method': { about: 'safety', secret: true, usefulForHours: 72, write: newSignInMethod },
  'sign-in-method-removed': { about: 'safety', secret: true, usefulForHours: 72, write: signInMethodRemoved },
  'already-have-account': { about: 'safety', secret: true, usefulForHours: 24, write: alreadyHaveAccount },
  'reauthentication-code': { about: 'safety', secret: true, usefulForHours: 1, write: reauthenticationCode },
  'session-ended': { about: 'safety', secret: false, usefulForHours: 72, write: sessionEnded },
  'recovery-code-used': { about: 'safety', secret: false, usefulForHours: 72, write: recoveryCodeUsed },
  'account-deleted': { about: 'safety', secret: false, usefulForHours: 72, last: true, write: accountDeleted },
  'wrong-codes': { about: 'safety', secret: false, usefulForHours: 72, write: wrongCodes },
  'two-step-changed': { about: 'safety', secret: true, usefulForHours: 72, write: twoStepChanged },
} as const satisfies Record<string, Kind<never>>;

export type EmailKind = keyof typeof EMAILS;

/** The data of an email, as plain JSON that is stored in a table until the email is sent. */
export type EmailData<K extends EmailKind> = Parameters<(typeof EMAILS)[K]['write']>[0];

export function isEmailKind(kind: string): kind is EmailKind {
  return Object.hasOwn(EMAILS, kind);
}
