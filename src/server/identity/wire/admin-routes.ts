import { Hono } from 'hono';
import type { IdentityContext } from '../context.ts';
import { requireService } from '../session/bearer.ts';
import type { AuthEnv } from './http.ts';
import { changeUserAsAdmin } from '../admin/change-user.ts';
import {
  deleteUserAsAdmin,
  deleteFactorOfUser,
  listFactorsOfUser,
  createUserAsAdmin,
  showUserToAdmin,
} from '../admin/users.ts';
import { generateLink } from '../admin/links.ts';
import { listUsers } from '../admin/list-users.ts';

/** Needs a service token (rules/auth-wire 56). */
export function adminRoutes(ctx: IdentityContext): Hono<AuthEnv> {
  const app = new Hono<AuthEnv>();
  app.use(async (call, next) => {
    await requireService(ctx, call.req.header('authorization'));
    await next();
  });
  app.post('/users', (call) => createUserAsAdmin(ctx, call));
  app.get('/users', (call) => listUsers(ctx, call));
  app.get('/users/:id', (call) => showUserToAdmin(ctx, call));
  app.put('/users/:id', (call) => changeUserAsAdmin(ctx, call));
  app.delete('/users/:id', (call) => deleteUserAsAdmin(ctx, call));
  app.get('/users/:id/factors', (call) => listFactorsOfUser(ctx, call));
  app.delete('/users/:id/factors/:fid', (call) => deleteFactorOfUser(ctx, call));
  app.post('/generate_link', (call) => generateLink(ctx, call));
  return app;
}
