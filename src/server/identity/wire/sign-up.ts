import * as z from 'zod/mini';
import { AuthError, invalid } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { limitCaller } from '../limits/limits.ts';
import { requestRecovery } from '../recovery.ts';
import { resendConfirmation } from '../signup/resend.ts';
import { signUpAtOnce, signUpByEmail, type SignUpRequest } from '../signup/signup.ts';
import { resendEmailChange } from '../update-user/email-change.ts';
import { inConstantTime } from '../../platform/http/constant-time.ts';
import { type Call, readBody, parseEmail } from './http.ts';
import { refusePhone } from './not-offered.ts';
import { linkOptions, pkceFields } from './pkce.ts';
import { sessionReply } from './session-reply.ts';
import { readSignupData, metadataField } from './signup-data.ts';
import { pendingUserReply } from './user-reply.ts';

const signUpBody = z.object({
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  password: z.optional(z.string()),
  data: metadataField,
  ...pkceFields,
});

/** POST /signup (rules/auth-wire 21). */
export async function postSignUp(ctx: IdentityContext, call: Call): Promise<Response> {
  await limitCaller(ctx, 'account', call.var.client);
  const body = await readBody(call, signUpBody);
  if (ctx.config.auth.autoconfirm) {
    return call.json(sessionReply(ctx, await signUpAtOnce(ctx, readSignUp(ctx, call, body))));
  }
  return await inConstantTime(async () => {
    const request = readSignUp(ctx, call, body);
    const id = await signUpByEmail(ctx, request);
    return call.json(pendingUserReply(id, request, ctx.clock.now()));
  });
}

function readSignUp(ctx: IdentityContext, call: Call, body: z.output<typeof signUpBody>): SignUpRequest {
  refusePhone(body, 'signup');
  const { password } = body;
  if (!body.email) throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  if (ctx.config.auth.disableSignup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  if (!password) throw invalid('Signup requires a valid password');
  return { email: parseEmail(body.email), password, ...readSignupData(body.data), ...linkOptions(ctx, call, body) };
}

const resendBody = z.object({
  type: z.optional(z.string()),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  ...pkceFields,
});

const RESENDERS = new Map([
  ['signup', resendConfirmation],
  ['email_change', resendEmailChange],
]);

/** POST /resend: the response doesn't show whether an email is sent (rules/auth-wire 42). */
export async function postResend(ctx: IdentityContext, call: Call): Promise<Response> {
  await limitCaller(ctx, 'account', call.var.client);
  const body = await readBody(call, resendBody);
  return await inConstantTime(async () => {
    const { type = '' } = body;
    if (type === 'sms' || type === 'phone_change') {
      refusePhone(body, 'login');
      throw invalid('Type provided requires a phone number');
    }
    const resend = RESENDERS.get(type);
    if (!resend) throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
    if (!body.email) throw invalid('Type provided requires an email address');
    await resend(ctx, parseEmail(body.email), linkOptions(ctx, call, body));
    return call.json({});
  });
}

const recoverBody = z.object({ email: z.optional(z.string()), ...pkceFields });

/** POST /recover (rules/auth-wire 37). */
export async function postRecover(ctx: IdentityContext, call: Call): Promise<Response> {
  await limitCaller(ctx, 'account', call.var.client);
  const body = await readBody(call, recoverBody);
  return await inConstantTime(async () => {
    if (!body.email) throw invalid('Password recovery requires an email');
    await requestRecovery(ctx, parseEmail(body.email), linkOptions(ctx, call, body));
    return call.json({});
  });
}
