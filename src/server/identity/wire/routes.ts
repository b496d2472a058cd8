import { type Context as HonoContext, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { timeout } from 'hono/timeout';
import { clientOf } from '../../platform/http/client.ts';
import type { IdentityContext } from '../context.ts';
import { invite } from '../admin/links.ts';
import { adminRoutes } from './admin-routes.ts';
import { requireService } from '../session/bearer.ts';
import { replyWithError } from './error-reply.ts';
import { AuthError } from '../auth-error.ts';
import { authorize, authorizeLinking } from '../google/begin-flow.ts';
import { receiveCallback } from '../google/complete-flow.ts';
import type { AuthEnv, Call } from './http.ts';
import { logOut } from '../session/sign-out.ts';
import { authorizeReauthentication } from '../google/reauthenticate-by-google.ts';
import { challengeFactor, verifyFactor } from '../mfa/verify-factor.ts';
import { enrolFactor } from '../mfa/enrol.ts';
import { unenrolFactor } from '../mfa/unenrol.ts';
import { refuseOneTimePassword, refuseSingleSignOn } from './not-offered.ts';
import { onlyOpened } from './navigation-only.ts';
import { reauthenticate, takeProof } from '../reauthentication/reauthenticate.ts';
import { recover } from '../recovery.ts';
import { resend } from '../signup/resend.ts';
import { describeHealth, describeSettings, publishKeys } from './settings.ts';
import { signUp } from '../signup/signup.ts';
import { issueTokens } from './token.ts';
import { unlinkIdentity } from '../google/linking.ts';
import { showUser, updateUser } from '../update-user/update-user.ts';
import { verifyToken, verifyLink } from '../email-links/verify.ts';

const DEADLINE_MS = 10_000;

/** Mounted at `/auth/v1`; any GoTrue server could stand in its place (decision 027). */
export function authRoutes(ctx: IdentityContext): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>();
  app.onError((error, call) => replyWithError(ctx, error, call));
  app.use(timeout(DEADLINE_MS, overdue));
  app.use(async (call, next) => {
    call.set('client', clientOf(ctx.config, call));
    call.header('Cache-Control', 'no-store');
    await next();
  });

  app.post('/signup', (call) => signUp(ctx, call));
  app.post('/token', (call) => issueTokens(ctx, call));
  app.post('/logout', (call) => logOut(ctx, call));
  app.get('/user', (call) => showUser(ctx, call));
  app.put('/user', (call) => updateUser(ctx, call));
  app.post('/recover', (call) => recover(ctx, call));
  app.get('/verify', onlyOpened, (call) => verifyLink(ctx, call));
  app.post('/verify', (call) => verifyToken(ctx, call));
  app.post('/resend', (call) => resend(ctx, call));
  app.on('POST', ['/otp', '/magiclink'], refuseOneTimePassword);
  app.on(['GET', 'POST'], ['/sso', '/sso/*'], refuseSingleSignOn);
  app.get('/reauthenticate', (call) => reauthenticate(ctx, call));
  app.post('/reauthenticate', (call) => takeProof(ctx, call));
  app.get('/reauthenticate/authorize', (call) => authorizeReauthentication(ctx, call));
  app.post('/factors', (call) => enrolFactor(ctx, call));
  app.post('/factors/:id/challenge', (call) => challengeFactor(ctx, call));
  app.post('/factors/:id/verify', (call) => verifyFactor(ctx, call));
  app.delete('/factors/:id', (call) => unenrolFactor(ctx, call));
  app.get('/authorize', onlyOpened, (call) => authorize(ctx, call));
  app.on(['GET', 'POST'], '/callback', onlyOpened, (call) => receiveCallback(ctx, call));
  app.get('/user/identities/authorize', (call) => authorizeLinking(ctx, call));
  app.delete('/user/identities/:id', (call) => unlinkIdentity(ctx, call));
  app.post('/invite', async (call) => {
    await requireService(ctx, call.req.header('authorization'));
    return await invite(ctx, call);
  });
  app.route('/admin', adminRoutes(ctx));
  app.get('/settings', (call) => describeSettings(ctx, call));
  app.get('/health', describeHealth);
  app.get('/.well-known/jwks.json', (call) => publishKeys(ctx, call));
  app.all('*', refuseUnknownPath);
  return app;
}

function overdue({ env }: HonoContext): HTTPException {
  return new HTTPException((env as AuthEnv['Bindings']).incoming?.complete === false ? 408 : 504);
}

function refuseUnknownPath(_call: Call): Response {
  throw new AuthError(404, 'not_found', 'There is nothing at this address');
}
