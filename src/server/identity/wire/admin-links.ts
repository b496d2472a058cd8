import * as z from 'zod/mini';
import { LINK_TYPES, generateLink, type LinkOrder, invite } from '../admin/links.ts';
import { invalid } from '../auth-error.ts';
import type { IdentityContext } from '../context.ts';
import { linkType } from '../emails/link-emails.ts';
import { requireService } from '../session/bearer.ts';
import { type Call, readBody, parseEmail } from './http.ts';
import { safeRedirect, requestedRedirect } from './redirects.ts';
import { readSignupData, metadataField } from './signup-data.ts';
import { userReply } from './user-reply.ts';

const linkBody = z.object({
  type: z.enum(LINK_TYPES),
  email: z.string(),
  password: z.optional(z.string()),
  new_email: z.optional(z.string()),
  data: metadataField,
  redirect_to: z.optional(z.string()),
});

export async function postGenerateLink(ctx: IdentityContext, call: Call): Promise<Response> {
  const order = readOrder(ctx, call, await readBody(call, linkBody));
  const { account, link } = await generateLink(ctx, order, call.var.client);
  return call.json({
    ...userReply(account),
    action_link: link.url,
    email_otp: link.code,
    hashed_token: link.token,
    verification_type: linkType(order.purpose),
    redirect_to: order.redirectTo,
  });
}

function readOrder(ctx: IdentityContext, call: Call, body: z.output<typeof linkBody>): LinkOrder {
  const email = parseEmail(body.email);
  if (body.type === 'signup' && !body.password) throw invalid('Signup requires a valid password');
  const changesEmail = body.type.startsWith('email_change');
  if (changesEmail && !body.new_email) throw invalid('A new email is required for an email change');
  const newEmail = changesEmail && body.new_email ? parseEmail(body.new_email) : null;
  const redirectTo = body.redirect_to
    ? safeRedirect(ctx.config, body.redirect_to)
    : requestedRedirect(ctx.config, call);
  return { purpose: body.type, email, newEmail, password: body.password, ...readSignupData(body.data), redirectTo };
}

const inviteBody = z.object({ email: z.optional(z.string()), data: metadataField });

export async function postInvite(ctx: IdentityContext, call: Call): Promise<Response> {
  await requireService(ctx, call.req.header('authorization'));
  const body = await readBody(call, inviteBody);
  if (!body.email) throw invalid('An email address is required');
  const { metadata } = readSignupData(body.data);
  const invited = { email: parseEmail(body.email), metadata, redirectTo: requestedRedirect(ctx.config, call) };
  return call.json(userReply(await invite(ctx, invited, call.var.client)));
}
