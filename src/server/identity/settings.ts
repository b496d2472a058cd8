import type { IdentityContext } from './context.ts';
import type { Call } from './wire/http.ts';

/** The edition of the reference server whose wire we speak (rules/auth-wire 3). */
const SPOKEN_VERSION = 'v2.196.0';

/** GET /settings: what a sign-in form needs to know (rules/auth-wire 54). */
export function describeSettings(ctx: IdentityContext, call: Call): Response {
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

/** GET /health. */
export function describeHealth(call: Call): Response {
  return call.json({
    version: SPOKEN_VERSION,
    name: 'GoTrue',
    description: 'GoTrue is a user registration and authentication API',
  });
}

/** GET /.well-known/jwks.json. Ten minutes is what a change of keys has to wait for (rules/auth-wire 55). */
export function publishKeys(ctx: IdentityContext, call: Call): Response {
  return call.json(ctx.keys.jwks, 200, { 'Cache-Control': 'public, max-age=600' });
}
