import { Secret, TOTP } from 'otpauth';
import { renderSVG } from 'uqr';

/** What every authenticator app understands (rules/auth-wire 51). */
const PERIOD_SECONDS = 30;
const SETTINGS = { algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS } as const;
const SECRET_BYTES = 20;

export interface Enrolment {
  readonly secret: Buffer;
  readonly base32: string;
  readonly uri: string;
  /** Bare SVG without `#`: auth-js makes a data address of it. */
  readonly qrCode: string;
}

export function newEnrolment(issuer: string, account: string): Enrolment {
  const secret = new Secret({ size: SECRET_BYTES });
  const uri = new TOTP({ ...SETTINGS, issuer, label: account, secret }).toString();
  return { secret: Buffer.from(secret.bytes), base32: secret.base32, uri, qrCode: renderSVG(uri) };
}

/** Null when the code fits no step of now, before or after. The caller stores the step: a code works once. */
export function matchingStep(secret: Uint8Array, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const totp = new TOTP({ ...SETTINGS, secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) });
  const delta = totp.validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}
