import * as z from 'zod/mini';
import type { IdentityContext } from '../context.ts';
import type { UserRow } from '../schema.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { audit } from '../audit.ts';
import type { Client } from '../../platform/http/client.ts';
import { isEmailChangePending, queueEmailChange } from '../update-user/email-change.ts';
import { invalid } from '../auth-error.ts';
import { inConstantTime } from '../wire/constant-time.ts';
import { parseEmail, readBody, type Call } from '../wire/http.ts';
import { isEmailAllowed, isWithinDay, limitEmail } from '../limits/email-limits.ts';
import { limitCaller } from '../limits/limits.ts';
import { refusePhone } from '../wire/not-offered.ts';
import { type AskedConfirmation, confirmAgain } from './first-sign-up.ts';
import { codeChallengeIn, pkceFields } from '../wire/pkce.ts';
import { requestedRedirect } from '../wire/redirects.ts';
import { findUserByEmail, lockUserByEmail } from '../users/queries.ts';

const resendBody = z.object({
  type: z.optional(z.string()),
  email: z.optional(z.string()),
  phone: z.optional(z.string()),
  ...pkceFields,
});

interface Resend extends AskedConfirmation {
  readonly newEmail: string | null;
}

type Resender = (ctx: IdentityContext, tx: Transaction, user: UserRow, resend: Resend) => Promise<void>;

const RESENDERS: Record<string, Resender> = { signup: resendConfirmation, email_change: resendEmailChange };

/** POST /resend: the same response whether an email is sent (rules/auth-wire 42). */
export async function resend(ctx: IdentityContext, call: Call): Promise<Response> {
  await limitCaller(ctx, 'account', call.var.client);
  const body = await readBody(call, resendBody);
  return await inConstantTime(() => resendEmail(ctx, call, body));
}

async function resendEmail(ctx: IdentityContext, call: Call, body: z.infer<typeof resendBody>): Promise<Response> {
  const { client } = call.var;
  if (isAboutPhone(body.type)) {
    refusePhone(body, 'login');
    throw invalid('Type provided requires a phone number');
  }
  const resender = Object.hasOwn(RESENDERS, body.type ?? '') ? RESENDERS[body.type ?? ''] : undefined;
  if (!resender) throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
  if (!body.email) throw invalid('Type provided requires an email address');
  const email = parseEmail(body.email);
  const request = { redirectTo: requestedRedirect(ctx.config, call), codeChallenge: codeChallengeIn(body), client };
  const purpose = body.type === 'email_change' ? 'email_change_resend' : 'resend';
  await limitEmail(ctx, purpose, email, client);
  const newEmail = body.type === 'email_change' ? await countedNewEmail(ctx, email, client) : null;
  await ctx.db.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email);
    if (user) await resender(ctx, tx, user, { ...request, newEmail });
  });
  return call.json({});
}

function isAboutPhone(type: string | undefined): boolean {
  return type === 'sms' || type === 'phone_change';
}

async function countedNewEmail(ctx: IdentityContext, email: string, client: Client): Promise<string | null> {
  const newEmail = (await findUserByEmail(ctx.db, email))?.newEmail ?? null;
  return newEmail !== null && (await isEmailAllowed(ctx, 'email_change', newEmail, client)) ? newEmail : null;
}

async function resendConfirmation(ctx: IdentityContext, tx: Transaction, user: UserRow, resend: Resend): Promise<void> {
  if (user.emailConfirmedAt || !(await isWithinDay(ctx, tx, 'resend', user.email, resend.client))) return;
  await confirmAgain(ctx, tx, user, resend);
}

async function resendEmailChange(ctx: IdentityContext, tx: Transaction, user: UserRow, resend: Resend): Promise<void> {
  const { newEmail } = resend;
  if (newEmail === null || newEmail !== user.newEmail) return;
  if (!(await isEmailChangePending(ctx, tx, user))) return;
  if (!(await isWithinDay(ctx, tx, 'resend', user.email, resend.client))) return;
  await queueEmailChange(ctx, tx, user, { ...resend, newEmail });
  const detail = { emailChange: 'resent' };
  await audit(tx, { action: 'user_modified', userId: user.id, client: resend.client, detail }, ctx.clock.now());
}
