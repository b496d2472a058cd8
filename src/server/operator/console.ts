import type { Endpoint } from '../../contract/endpoint.ts';
import { OPERATOR_API } from '../../contract/operator/api.ts';
import { enrolAuthenticator, getAuthenticator } from '../../contract/operator/constants.ts';
import type { CommerceCall, CommerceContext } from '../commerce/context.ts';
import { handleEnrolAuthenticator, handleGetAuthenticator } from './enrol-authenticator.ts';
import { CALL_ROLES } from '../../contract/operator/roles.ts';
import { nothingHere } from '../platform/api-error.ts';
import { serve } from '../identity/serve.ts';
import type { Hono } from 'hono';
import type { AppEnv } from '../platform/http/call.ts';
import { serveListCsv } from './calls/list-csv.ts';
import type { OperatorHandler } from './calls/operator-call.ts';
import { serveRunFile } from './runs/run-file.ts';

export function serveConsole(app: Hono<AppEnv>, ctx: CommerceContext): void {
  for (const [key, called] of Object.entries<Endpoint>(OPERATOR_API)) {
    const name = key as keyof typeof OPERATOR_API;
    const endpoint = { ...called, roles: CALL_ROLES[name] };
    const handler = handlerOf(name);
    serveListCsv(app, ctx, endpoint, handler);
    serve(app, ctx, endpoint, ({ user, ...call }: CommerceCall<Endpoint>) => {
      if (user.role === undefined) throw nothingHere();
      return handler({ ...call, role: user.role, act: { operator: user.email, operatorId: user.userId, note: null } });
    });
  }
  serve(app, ctx, getAuthenticator, handleGetAuthenticator);
  serve(app, ctx, enrolAuthenticator, handleEnrolAuthenticator);
  serveRunFile(app, ctx);
}

function handlerOf(name: keyof typeof OPERATOR_API): OperatorHandler<Endpoint> {
  return async (call) => (await import('./handlers.ts')).handlerOf(name)(call);
}
