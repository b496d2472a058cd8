import { Hono } from 'hono';
import type { IdentityContext } from '../context.ts';
import { requireService } from '../session/bearer.ts';
import { postGenerateLink } from './admin-links.ts';
import {
  postUser,
  getUsers,
  getUserOfId,
  putUserOfId,
  deleteUserOfId,
  getFactors,
  deleteFactorOfId,
} from './admin-users.ts';
import type { AuthEnv } from './http.ts';

/** Every route needs a service token (rules/auth-wire 56). */
export function adminRoutes(ctx: IdentityContext): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>();
  app.use(async (call, next) => {
    await requireService(ctx, call.req.header('authorization'));
    await next();
  });
  app.post('/users', (call) => postUser(ctx, call));
  app.get('/users', (call) => getUsers(ctx, call));
  app.get('/users/:id', (call) => getUserOfId(ctx, call));
  app.put('/users/:id', (call) => putUserOfId(ctx, call));
  app.delete('/users/:id', (call) => deleteUserOfId(ctx, call));
  app.get('/users/:id/factors', (call) => getFactors(ctx, call));
  app.delete('/users/:id/factors/:fid', (call) => deleteFactorOfId(ctx, call));
  app.post('/generate_link', (call) => postGenerateLink(ctx, call));
  return app;
}
