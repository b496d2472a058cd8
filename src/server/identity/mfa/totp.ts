import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** The parameters that every authenticator app supports (rules/auth-wire 51). */
const PERIOD_SECONDS = 30;
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const;
const SECRET_BYTES = 20;

export interface Enrolment {
  readonly secret: Buffer;
  readonly base32: string;
  readonly uri: string;
  /** SVG without `#`, since auth-js puts it into a data URL. */
  readonly qrCode: string;
}

export function newEnrolment(issuer: string, account: string): Enrolment {
  const secret = new Secret({ size: SECRET_BYTES });
  const uri = new TOTP({ ...SETTINGS, issuer, label: account, secret }).toString();
  return { secret: Buffer.from(secret.bytes), base32: secret.base32, uri, qrCode: renderSVG(uri) };
}

/**
 * Null unless the code matches the current step or the ones next to it. The caller stores the step, so that a code
 * works only once.
 */
export function matchingStep(secret: Uint8Array, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ ...SETTINGS, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}
