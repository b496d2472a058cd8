import { APP_PATHS } from '../../../contract/site-paths.ts';
import type { IdentityContext } from '../context.ts';
import { type TakenFlow, refused, takeFlow, completeFlow } from '../google/complete-flow.ts';
import { type FlowStateRow, flowTarget } from '../session/flow-states.ts';
import { failureToCarry } from './error-reply.ts';
import { isFlowOfBrowser } from './flow-cookie.ts';
import { type Call, readForm } from './http.ts';
import { withError, withGoogleError, withCode, withSession } from './redirect-replies.ts';
import { safeRedirect } from './redirects.ts';
import { sessionReply } from './session-reply.ts';

/** GET|POST /callback: the URL to which Google redirects the browser (rules/auth-wire 31). */
export async function anyCallback(ctx: IdentityContext, call: Call): Promise<Response> {
  call.header('Referrer-Policy', 'no-referrer');
  const answer = call.req.method === 'POST' ? await readForm(call) : call.req.query();
  const taken = await takeFlowOfBrowser(ctx, call, answer['state']).catch((error: unknown): TakenFlow => ({
    refusal: failureToCarry(ctx, error, call),
  }));
  if ('refusal' in taken) return call.redirect(withError(returnPage(ctx, taken), taken.refusal, true), 303);
  return call.redirect(await locationAfterGoogle(ctx, call, taken.flow, answer), 302);
}

function returnPage(ctx: IdentityContext, { over }: { over?: FlowStateRow | null }): string {
  return safeRedirect(ctx.config, (over && flowTarget(ctx, over)) ?? ctx.config.siteUrl + APP_PATHS.authCallback);
}

async function takeFlowOfBrowser(ctx: IdentityContext, call: Call, state: string | undefined): Promise<TakenFlow> {
  if (!state) return refused('bad_oauth_callback', 'OAuth state parameter missing');
  if (!isFlowOfBrowser(ctx.config, call, state)) {
    return refused('bad_oauth_state', 'OAuth callback was not begun in this browser');
  }
  return await takeFlow(ctx, state);
}

async function locationAfterGoogle(
  ctx: IdentityContext,
  call: Call,
  flow: FlowStateRow,
  answer: Record<string, string>,
): Promise<string> {
  const target = returnPage(ctx, { over: flow });
  if (answer['error'] !== undefined) return withGoogleError(target, answer['error'], answer['error_description']);
  try {
    const completed = await completeFlow(ctx, flow, answer, target, call.var.client);
    return 'code' in completed
      ? withCode(target, completed.code)
      : withSession(target, sessionReply(ctx, completed.session));
  } catch (error) {
    return withError(target, failureToCarry(ctx, error, call), true);
  }
}
