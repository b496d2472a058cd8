import { createTransport } from 'nodemailer';
import pLimit from 'p-limit';
import type { Config } from '../config/config.ts';
import type { Email } from '../../../emails/content.ts';

export interface Envelope extends Email {
  readonly to: string;
  /** The same for every attempt at one mail, so that a mail program shows a repeated one once. */
  readonly messageId: string;
}

/** The way out of the house. */
export interface Mailer {
  /**
   * Resolves once the mail server has taken responsibility.
   * @throws DeliveryError otherwise, within a minute.
   */
  send(envelope: Envelope): Promise<void>;
  close(): void;
}

/** What a mail server answered, without the recipient's address, which its own words tend to repeat. */
export class DeliveryError extends Error {
  /** The server knows that this address will never take mail; trying again would only annoy it. */
  readonly permanent: boolean;
  /** For whoever looks after failed mails: the server's own words, without the address and whatever might be a secret. */
  readonly answer: string;

  constructor(code: string, responseCode: number | null, response = '') {
    super(`the mail server did not take it (${code}${responseCode === null ? '' : `, ${responseCode}`})`);
    this.answer = withoutSecrets(response) || `${code}${responseCode === null ? '' : ` ${responseCode}`}`;
    this.permanent = code === 'EENVELOPE' && responseCode !== null && responseCode >= 550 && responseCode <= 553;
  }
}

const CONNECTIONS = 5;
/**
 * How long a mail may wait for a connection. With the half minute that sending may take it stays below the minute after which another
 * worker takes the job over (jobs/queues.ts): whatever still waited then would be sent by both.
 */
const PATIENCE_MS = 25_000;

/** Opens the pool of connections to `smtpUrl`; nothing is connected before the first mail. */
export function openMailer(
  { smtpUrl, from }: Pick<Config['email'], 'smtpUrl' | 'from'>,
  { patienceMs = PATIENCE_MS } = {},
): Mailer {
  const timeouts = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 15_000 };
  const transport = createTransport(
    {
      url: smtpUrl,
      pool: true,
      maxConnections: CONNECTIONS,
      ...timeouts,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from, headers: { 'Auto-Submitted': 'auto-generated' } },
  );
  const limit = pLimit(CONNECTIONS);
  return {
    async send({ to, messageId, subject, html, text }) {
      const givenUpAt = performance.now() + patienceMs;
      await limit(async () => {
        if (performance.now() > givenUpAt) throw new DeliveryError('EBUSY', null);
        await transport
          .sendMail({ to: { name: '', address: to }, messageId, subject, html, text })
          .catch((error: unknown) => {
            throw deliveryError(error);
          });
      });
    },
    close: () => transport.close(),
  };
}

function deliveryError(error: unknown): DeliveryError {
  const { code, responseCode, response, message } = error as {
    code?: string;
    responseCode?: number;
    response?: string;
    message?: string;
  };
  return new DeliveryError(code ?? 'unknown', responseCode ?? null, response ?? message);
}

const ANSWER_LENGTH = 200;

/** Addresses, links, and any run of letters and figures that is too long for a word: passwords and tokens are. */
function withoutSecrets(answer: string): string {
  return answer
    .replace(/[a-z][a-z+.-]*:\/\/\S+/gi, '…')
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…')
    .replace(/[\w+/=-]{25,}/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, ANSWER_LENGTH);
}
