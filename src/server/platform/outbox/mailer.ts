import { createTransport } from 'nodemailer';
import pLimit from 'p-limit';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/development-surfaces.ts';
import type { Email } from '../../../emails/content.ts';
import { judgeRefusal, type Judgment } from '../../../domain/smtp-refusals.ts';

export interface Envelope extends Email {
  readonly to: string;
  /** The same for every attempt, so that email programs show a repeated email only once. */
  readonly messageId: string;
  readonly unsubscribeUrl?: string | undefined;
  /** By default SUPPORT_EMAIL. */
  readonly replyTo?: string;
}

type Headers = Record<string, string | { readonly prepared: boolean; readonly value: string }>;

export interface Mailer {
  /**
   * Runs at most as many sends at once as there are connections.
   * @throws DeliveryError if it has to wait too long
   */
  inTurn(work: () => Promise<void>): Promise<void>;
  /** @throws DeliveryError within half a minute, unless the mail server has accepted the email */
  send(envelope: Envelope): Promise<void>;
  close(): void;
}

export class DeliveryError extends Error {
  readonly answer: string;
  /** Null if the email wasn't offered to the mail server. */
  readonly judgment: Judgment | null;

  constructor(code: string, judgment: Judgment | null, responseCode: number | null = null, response = '') {
    super(`the mail server did not take it (${code}${responseCode === null ? '' : `, ${responseCode}`})`);
    this.answer = withoutSecrets(response) || `${code}${responseCode === null ? '' : ` ${responseCode}`}`;
    this.judgment = judgment;
  }
}

const CONNECTIONS = 5;
/** Together with half a minute of sending, it is less than the job's expiry (jobs/queues.ts). */
const PATIENCE_MS = 25_000;

export function openMailer(
  {
    smtpUrl,
    from,
    supportEmail,
    keyHeader = null,
  }: Pick<Config['email'], 'smtpUrl' | 'from' | 'supportEmail'> & Partial<Pick<Config['email'], 'keyHeader'>>,
  { patienceMs = PATIENCE_MS } = {},
): Mailer {
  const timeouts = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 15_000 };
  const transport = createTransport(
    {
      url: smtpUrl,
      pool: true,
      maxConnections: CONNECTIONS,
      // Otherwise an attacker on the network could remove STARTTLS from the server's answer (rules/operators 32).
      requireTLS: !isLoopback(new URL(smtpUrl).hostname),
      ...timeouts,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  );
  const limit = pLimit(CONNECTIONS);
  return {
    async inTurn(work) {
      const givenUpAt = performance.now() + patienceMs;
      await limit(async () => {
        if (performance.now() > givenUpAt) throw new DeliveryError('EBUSY', null);
        await work();
      });
    },
    async send({ to, messageId, subject, html, text, unsubscribeUrl, replyTo = supportEmail }) {
      const headers = { ...(keyHeader !== null && { [keyHeader]: messageId }), ...listHeaders(unsubscribeUrl) };
      await transport
        .sendMail({ to: { name: '', address: to }, replyTo, messageId, subject, html, text, headers })
        .catch((error: unknown) => {
          throw deliveryError(error);
        });
    },
    close: () => transport.close(),
  };
}

/** The headers for one-click unsubscribing (RFC 8058). */
function listHeaders(unsubscribeUrl: string | undefined): Headers {
  if (unsubscribeUrl === undefined) return {};
  return {
    // If this header is folded, some email programs don't find the URL.
    'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

interface SendingError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
  readonly message?: string;
}

export function deliveryError(error: unknown): DeliveryError {
  const { code = 'unknown', command = 'CONN', responseCode = null, response, message } = error as SendingError;
  const stage = code === 'EAUTH' || code === 'ENOAUTH' ? 'AUTH' : command;
  const judgment = judgeRefusal({ command: stage, answer: response ?? '' });
  return new DeliveryError(code, judgment, responseCode, response ?? message);
}

const ANSWER_LENGTH = 200;

function withoutSecrets(answer: string): string {
  return answer
    .replace(/[a-z][a-z+.-]*:\/\/\S+/gi, '…')
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…')
    .replace(/[\w+/=-]{25,}/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, ANSWER_LENGTH);
}
