import { authRoutes } from '../../src/server/identity/wire/routes.ts';
import type { Context } from '../../src/server/context.ts';
import { openDatabase } from '../../src/server/platform/db/database.ts';

/** What the identity server answers while its database cannot be reached. `path`: below `/auth/v1`. */
export async function answerWithoutDatabase(ctx: Context, path: string, request?: RequestInit): Promise<Response> {
  const nowhere = openDatabase('postgres://nobody@127.0.0.1:1/nothing');
  try {
    return await authRoutes({ ...ctx, db: nowhere }).request(path, request);
  } finally {
    await nowhere.$client.end();
  }
}
