import { isLogKind, type LogKind } from '../../../contract/operator/log-kinds.ts';
import { formatUsd } from '../../../domain/money.ts';

type Detail = Readonly<Record<string, unknown>>;

interface LogRow {
  readonly action: string;
  readonly subject: string | null;
  readonly detail: Detail;
}

type Sentence = string | ((detail: Detail, subject: string) => string);

const SENTENCES: Readonly<Record<LogKind, Sentence>> = {
  grant: ({ role }) => `Gave the role ${textOf(role, 'owner')}.`,
  change_role: ({ role }) => `Changed the role to ${textOf(role)}.`,
  revoke: 'Took the role away.',
  allow_authenticator: 'Made a code for a new authenticator.',
  authenticator_known: 'Made an authenticator known with the code.',
  setting_changed: ({ name, value }) => `Changed the setting “${textOf(name)}” to “${textOf(value)}”.`,
  setting_cleared: ({ name }) => `Cleared the setting “${textOf(name)}”.`,
  list_exported: ({ list, rows, filter }) =>
    `Exported ${counted(rows, 'row')} of ${textOf(list)}${filter ? `, ${filterInWords(textOf(filter))}` : ''}.`,
  file_downloaded: ({ name, batch }) => `Downloaded ${textOf(name)} of batch ${textOf(batch)}.`,
  customer_viewed: 'Opened the customer’s page.',
  customer_viewed_as: 'Viewed the account as the customer.',
  filter_saved: ({ name }) => `Saved the filter “${textOf(name)}”.`,
  filter_deleted: ({ name }) => `Deleted the filter “${textOf(name)}”.`,
  bulk_action: ({ bulk, count }) => `Started “${textOf(bulk)}” for ${counted(count, 'subscription')}.`,
  tag_added: ({ tag }) => `Added the tag “${textOf(tag)}”.`,
  tag_removed: ({ tag }) => `Removed the tag “${textOf(tag)}”.`,
  note_added: 'Added a note.',
  note_deleted: 'Deleted a note.',
  correct_name: 'Corrected the name.',
  correct_email: 'Corrected the email address of the account.',
  correct_gift: 'Corrected the gift.',
  remove_factor: ({ ended }) => `Removed the authenticators; ${counted(ended, 'session')} ended.`,
  sign_out: ({ ended }) => `Signed the account out everywhere; ${counted(ended, 'session')} ended.`,
  ban: ({ ended }) => `Blocked the account; ${counted(ended, 'session')} ended.`,
  unban: 'Unblocked the account.',
  retry_payment: 'Retried the overdue payments.',
  payment_retried: ({ outcome, reason }) => retriedInWords(outcome, reason),
  send_card_link: 'Sent the link to update the card.',
  email_resent: ({ kind, to }) => `Sent ${emailNamed(kind, to)} again.`,
  mail_retried: ({ kind, to }) => `Retried ${emailNamed(kind, to)}.`,
  mails_retried: ({ retried }) => `Retried ${counted(retried, 'email')}.`,
  email_suppression_lifted: 'Allowed emails to the address again.',
  cancel: 'Canceled the subscription at the end of its period.',
  cancel_now: ({ refund, refundedCents }) =>
    typeof refundedCents === 'number'
      ? `Ended the subscription now; refunded ${moneyOf(refundedCents)}.`
      : `Ended the subscription now${refund ? `; asked to refund ${textOf(refund)}` : ''}.`,
  resume: 'Resumed the subscription.',
  give_free_month: ({ charge }) => `Made the charge of ${textOf(charge)} free.`,
  free_month_refused: ({ why }) => `Refused a free month: ${textOf(why)}`,
  refund: ({ refundedCents }) =>
    typeof refundedCents === 'number'
      ? `Refunded the subscription under the guarantee: ${moneyOf(refundedCents)}.`
      : 'Ended the subscription under the guarantee; asked to refund all payments.',
  refund_payment: ({ amountCents, invoice, refusal }) => {
    const refund = `a refund of ${moneyOf(amountCents)} of payment ${textOf(invoice)}`;
    return refusal ? `Asked for ${refund}, which Stripe refused: ${textOf(refusal)}` : `Asked for ${refund}.`;
  },
  refund_refused: ({ amountCents, why }) => `Refused a refund of ${moneyOf(amountCents)}: ${textOf(why)}`,
  release_letters: 'Released the letters.',
  settle_stripe_change: 'Marked a change made in Stripe as done.',
  dispute_accepted: ({ amount, dispute }) => `Accepted the dispute ${textOf(dispute)} over ${textOf(amount)}.`,
  dispute_evidence_submitted: ({ amount, dispute }) =>
    `Submitted evidence for the dispute ${textOf(dispute)} over ${textOf(amount)}.`,
  hold_letters: ({ fromLetter, resumeOn }) =>
    `Held letters from letter ${textOf(fromLetter)} on${resumeOn ? `, until ${textOf(resumeOn)}` : ''}.`,
  lift_hold: 'Lifted the hold.',
  change_address: 'Changed the address.',
  promotion_created: ({ percentOff }, subject) => `Made the code ${idIn(subject)}: ${textOf(percentOff)} % off.`,
  promotion_ended: (_, subject) => `Ended the code ${idIn(subject)}.`,
  letter_fault_settled: ({ letter, seasonId }) =>
    `Settled a reported fault in letter ${textOf(letter)} of ${textOf(seasonId)}.`,
  postage_rate_saved: ({ validFrom }, subject) => `Saved the rates of ${idIn(subject)} from ${textOf(validFrom)}.`,
  postage_rate_taken_back: ({ validFrom }, subject) =>
    `Withdrew the rates of ${idIn(subject)} from ${textOf(validFrom)}.`,
  post_holiday: ({ isHoliday, reason }, subject) => `${holidayWords(isHoliday, idIn(subject))}${because(reason)}.`,
  post_planned: 'Planned the run again.',
  post_frozen: 'Froze the run.',
  post_reopened: 'Reopened the run.',
  post_printed: ({ batch, first, last }) =>
    `Printed batch ${textOf(batch)}: numbers ${textOf(first)} to ${textOf(last)}.`,
  post_print_undone: ({ batch }) => `Undid the print of batch ${textOf(batch)}.`,
  post_sent_to_printer: ({ batch, letters, cents }) =>
    `Sent batch ${textOf(batch)} to the printer: ${counted(letters, 'letter')} for ${moneyOf(cents)}.`,
  post_sent_to_printer_again: ({ batch }) => `Sent letters of batch ${textOf(batch)} to the printer again.`,
  post_called_back_from_printer: ({ batch }) => `Called batch ${textOf(batch)} back from the printer.`,
  post_batch_handed_over: ({ batch, pieces, on }) =>
    `Handed over batch ${textOf(batch)}: ${counted(pieces, 'letter')} on ${textOf(on)}.`,
  post_handed_over: 'Closed the run; everything is handed over.',
  letter_set_aside: ofLetter('Set aside'),
  letter_resolved: ofLetter('Resolved the address of'),
  letter_released: ofLetter('Released'),
  letter_withdrawn: ofLetter('Withdrew'),
  letter_arrived: ofLetter('Recorded the arrival of'),
  letter_found: ofLetter('Recorded that a finder has'),
  letter_lost: ofLetter('Reported the loss of'),
  letter_returned: ofLetter('Reported the return of'),
  letter_address_confirmed: ofLetter('Confirmed the address of'),
  letter_reship_asked: ofLetter('Requested a reship of'),
  letter_reship_approved: ofLetter('Approved a reship of'),
  letter_reship_refused: ofLetter('Refused a reship of'),
  letter_reship_undone: ofLetter('Undid the reship of'),
  import_started: ({ name }) => `Started the import of ${textOf(name)}.`,
  import_checked: ({ name }) => `Made the dry run of the import ${textOf(name)}.`,
  import_applied: ({ name }) => `Applied the import ${textOf(name)}.`,
  import_invited: ({ name }) => `Sent the invitations of the import ${textOf(name)}.`,
  import_undone: ({ name }) => `Undid the import ${textOf(name)}.`,
  remove_demonstration: ({ users }) => `Removed ${counted(users, 'demonstration user')}.`,
};

export function sentenceOf({ action, subject, detail }: LogRow): string {
  const said = isLogKind(action) ? SENTENCES[action] : `${action.replaceAll('_', ' ')}.`;
  const sentence = typeof said === 'string' ? said : said(detail, subject ?? '');
  const { note } = detail;
  return typeof note === 'string' && note !== '' ? `${sentence} Note: ${note}` : sentence;
}

function ofLetter(verb: string): Sentence {
  return ({ letter, attempt, reason }) =>
    `${verb} letter ${textOf(letter)}${Number(attempt) > 1 ? `, copy ${textOf(attempt)}` : ''}${because(reason)}.`;
}

function retriedInWords(outcome: unknown, reason: unknown): string {
  if (outcome === 'declined') return `The retried payment was declined${reason ? `: ${textOf(reason)}` : ''}.`;
  if (outcome === 'action_required') return 'The retried payment needs the customer’s confirmation.';
  return outcome === 'paid' ? 'The retried payment went through.' : 'Nothing was overdue.';
}

/** “Letter mailed” to ada@example.com, for example. */
function emailNamed(kind: unknown, to: unknown): string {
  const words = textOf(kind, 'an email').replaceAll('-', ' ');
  const name = typeof kind === 'string' ? `“${words.charAt(0).toUpperCase()}${words.slice(1)}”` : words;
  return to ? `${name} to ${textOf(to)}` : name;
}

/** @param filter for example 'status=past_due&sort=joined' */
function filterInWords(filter: string): string {
  const said = filter.split(/&(?=\w+=)/).map((part) => {
    const [, name = '', value = ''] = /^(\w*)=?(.*)$/s.exec(part) ?? [];
    const plain = value.replaceAll('_', ' ');
    if (name === 'sort') return `sorted by ${plain}`;
    if (name === 'order') return plain === 'desc' ? 'descending' : 'ascending';
    return `${name === 'q' ? 'words' : name} ${plain}`;
  });
  return `filtered: ${said.join(', ')}`;
}

function because(reason: unknown): string {
  return typeof reason === 'string' && reason !== '' ? ` (${reason.replaceAll('_', ' ')})` : '';
}

function holidayWords(isHoliday: unknown, day: string): string {
  if (isHoliday === null) return `Left ${day} to the table of holidays again`;
  return isHoliday === true ? `Closed the post on ${day}` : `Opened the post on ${day}`;
}

/** The part of 'promotion:TIDE' after the colon. */
function idIn(subject: string): string {
  return subject.slice(subject.indexOf(':') + 1);
}

function textOf(value: unknown, otherwise = 'unknown'): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise;
}

function moneyOf(cents: unknown): string {
  return typeof cents === 'number' ? formatUsd(cents) : 'an unknown amount';
}

function counted(count: unknown, thing: string): string {
  const number = Number(count ?? 0);
  return `${number.toLocaleString('en-US')} ${thing}${number === 1 ? '' : 's'}`;
}
