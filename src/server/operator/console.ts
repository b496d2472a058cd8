import type { Endpoint } from '../../contract/endpoint.ts';
import { OPERATOR_API } from '../../contract/operator/api.ts';
import { enrolAuthenticator, getAuthenticator } from '../../contract/operator/constants.ts';
import type { CommerceCall, CommerceContext } from '../commerce/context.ts';
import { handleEnrolAuthenticator, handleGetAuthenticator } from './enrol-authenticator.ts';
import { serve } from '../identity/serve.ts';
import type { Hono } from 'hono';
import type { AppEnv } from '../platform/http/call.ts';
import { serveListCsv } from './calls/list-csv.ts';
import type { OperatorHandler } from './calls/operator-call.ts';
import { serveRunFile } from './runs/run-file.ts';

export function serveConsole(app: Hono<AppEnv>, ctx: CommerceContext): void {
  for (const [name, endpoint] of Object.entries<Endpoint>(OPERATOR_API)) {
    const handler = handlerOf(name as keyof typeof OPERATOR_API);
    serveListCsv(app, ctx, endpoint, handler);
    serve(app, ctx, endpoint, ({ user, ...call }: CommerceCall<Endpoint>) =>
      handler({ ...call, act: { operator: user.email, operatorId: user.userId, note: null } }),
    );
  }
  serve(app, ctx, getAuthenticator, handleGetAuthenticator);
  serve(app, ctx, enrolAuthenticator, handleEnrolAuthenticator);
  serveRunFile(app, ctx);
}

function handlerOf(name: keyof typeof OPERATOR_API): OperatorHandler<Endpoint> {
  return async (call) => (await import('./handlers.ts')).handlerOf(name)(call);
}
