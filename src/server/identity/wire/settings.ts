import type { IdentityContext } from '../context.ts';
import type { Call } from './http.ts';

const SPOKEN_VERSION = 'v2.196.0';

/** GET /settings (rules/auth-wire 54). */
export function getSettings(ctx: IdentityContext, call: Call): Response {
  return call.json({
    external: {
      anonymous_users: false,
      apple: false,
      azure: false,
      bitbucket: false,
      discord: false,
      email: true,
      facebook: false,
      github: false,
      gitlab: false,
      google: ctx.config.google !== null,
      phone: false,
      twitter: false,
    },
    disable_signup: ctx.config.auth.disableSignup,
    mailer_autoconfirm: ctx.config.auth.autoconfirm,
    phone_autoconfirm: false,
    sms_provider: '',
    saml_enabled: false,
    passkeys_enabled: false,
  });
}

export function getHealth(call: Call): Response {
  return call.json({
    version: SPOKEN_VERSION,
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  });
}

/** The ten minutes are the time that a change of keys must wait (rules/auth-wire 55). */
export function getKeys(ctx: IdentityContext, call: Call): Response {
  return call.json(ctx.keys.jwks, 200, { 'Cache-Control': 'public, max-age=600' });
}
