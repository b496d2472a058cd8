export const ABOUT_US = ['unreachable', 'login', 'sender', 'quota', 'message'] as const;

export const REFUSALS = [...ABOUT_US, 'recipient'] as const;

export type Refusal = (typeof REFUSALS)[number];

export interface SmtpFailure {
  readonly command: string;
  /** The server's answer; empty if it didn't answer. */
  readonly answer: string;
}

export interface Judgment {
  readonly refusal: Refusal;
  /** True only if retrying is useless. */
  readonly final: boolean;
}

/** Status codes from RFC 3463 and RFC 7505. */
const NO_SUCH_RECIPIENT = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.10', '5.2.1']);
const BAD_SENDER = new Set(['5.1.7', '5.1.8']);
const SERVER_SHUTS_DOWN = 421;

/**
 * If it is unclear whether the server refuses the sender or the recipient, assume the sender: otherwise a relay that
 * refuses us would make us give up every email.
 */
export function judgeRefusal({ command, answer }: SmtpFailure): Judgment {
  const code = Number(/^\d{3}/.exec(answer)?.[0] ?? 0);
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(answer)?.[1] ?? '';
  if (command.startsWith('AUTH')) return waiting('login');
  // Nodemailer refused to send the email.
  if (command === 'API') return waiting('message');
  if (code === 0 || code === SERVER_SHUTS_DOWN) return waiting('unreachable');
  if (/^[45]\.4\.5$/.test(enhanced)) return waiting('quota');
  if (command === 'MAIL FROM' || BAD_SENDER.has(enhanced)) return waiting('sender');
  if (command !== 'RCPT TO' && command !== 'DATA') return waiting('unreachable');
  if (NO_SUCH_RECIPIENT.has(enhanced)) return { refusal: 'recipient', final: true };
  if (command === 'DATA') return waiting('message');
  const isOfRecipient = code < 500 || enhanced.startsWith('5.2.');
  return waiting(isOfRecipient ? 'recipient' : 'message');
}

function waiting(refusal: Refusal): Judgment {
  return { refusal, final: false };
}

const MINUTE_MS = 60_000;
const LONGEST_GAP_MS = 4 * 60 * MINUTE_MS;
const LONGEST_WAIT_MS = 3 * 24 * 60 * MINUTE_MS;

/**
 * Waits as long as the email has been refused so far.
 * @returns null if we give up
 */
export function nextTryAt(refusedSince: Date, now: Date): Date | null {
  const refusedFor = now.getTime() - refusedSince.getTime();
  if (refusedFor >= LONGEST_WAIT_MS) return null;
  return new Date(now.getTime() + Math.min(Math.max(refusedFor, MINUTE_MS), LONGEST_GAP_MS));
}
