import { Hono, type Context as HonoContext } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { timeout } from 'hono/timeout';
import { clientOf } from '../../platform/http/client.ts';
import { AuthError } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { postInvite } from './admin-links.ts';
import { adminRoutes } from './admin-routes.ts';
import { replyWithError } from './error-reply.ts';
import { postFactor, postChallenge, postFactorVerify, deleteUserFactor } from './factors.ts';
import {
  getReauthenticateAuthorize,
  getAuthorize,
  getIdentityAuthorize,
  deleteUserIdentity,
} from './google-authorize.ts';
import { anyCallback } from './google-callback.ts';
import type { AuthEnv, Call } from './http.ts';
import { navigationOnly } from './navigation-only.ts';
import { refuseOneTimePassword, refuseSingleSignOn } from './not-offered.ts';
import { getSettings, getKeys, getHealth } from './settings.ts';
import { postSignUp, postRecover, postResend } from './sign-up.ts';
import { postToken } from './token.ts';
import { postLogout, getUser, putUser, getReauthenticate, postReauthenticate } from './user.ts';
import { getVerify, postVerify } from './verify.ts';

const DEADLINE_MS = 10_000;

/** Mounted at `/auth/v1`. A GoTrue server could replace these routes (decision 027). */
export function authRoutes(ctx: IdentityContext): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>();
  app.onError((error, call) => replyWithError(ctx, error, call));
  app.use(timeout(DEADLINE_MS, overdue));
  app.use(async (call, next) => {
    call.set('client', clientOf(ctx.config, call));
    call.header('Cache-Control', 'no-store');
    await next();
  });

  app.post('/signup', (call) => postSignUp(ctx, call));
  app.post('/token', (call) => postToken(ctx, call));
  app.post('/logout', (call) => postLogout(ctx, call));
  app.get('/user', (call) => getUser(ctx, call));
  app.put('/user', (call) => putUser(ctx, call));
  app.post('/recover', (call) => postRecover(ctx, call));
  app.get('/verify', navigationOnly, (call) => getVerify(ctx, call));
  app.post('/verify', (call) => postVerify(ctx, call));
  app.post('/resend', (call) => postResend(ctx, call));
  app.on('POST', ['/otp', '/magiclink'], refuseOneTimePassword);
  app.on(['GET', 'POST'], ['/sso', '/sso/*'], refuseSingleSignOn);
  app.get('/reauthenticate', (call) => getReauthenticate(ctx, call));
  app.post('/reauthenticate', (call) => postReauthenticate(ctx, call));
  app.get('/reauthenticate/authorize', (call) => getReauthenticateAuthorize(ctx, call));
  app.post('/factors', (call) => postFactor(ctx, call));
  app.post('/factors/:id/challenge', (call) => postChallenge(ctx, call));
  app.post('/factors/:id/verify', (call) => postFactorVerify(ctx, call));
  app.delete('/factors/:id', (call) => deleteUserFactor(ctx, call));
  app.get('/authorize', navigationOnly, (call) => getAuthorize(ctx, call));
  app.on(['GET', 'POST'], '/callback', navigationOnly, (call) => anyCallback(ctx, call));
  app.get('/user/identities/authorize', (call) => getIdentityAuthorize(ctx, call));
  app.delete('/user/identities/:id', (call) => deleteUserIdentity(ctx, call));
  app.post('/invite', (call) => postInvite(ctx, call));
  app.route('/admin', adminRoutes(ctx));
  app.get('/settings', (call) => getSettings(ctx, call));
  app.get('/health', getHealth);
  app.get('/.well-known/jwks.json', (call) => getKeys(ctx, call));
  app.all('*', refuseUnknownPath);
  return app;
}

function overdue({ env }: HonoContext): HTTPException {
  return new HTTPException((env as AuthEnv['Bindings']).incoming?.complete === false ? 408 : 504);
}

function refuseUnknownPath(_call: Call): Response {
  throw new AuthError(404, 'not_found', 'There is nothing at this address');
}
