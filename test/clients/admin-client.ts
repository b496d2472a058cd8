import { AuthAdminApi } from '@supabase/auth-js';
import { serviceToken } from '../../src/server/identity/session/access-tokens.ts';
import type { Context } from '../../src/server/context.ts';

export type AdminClient = InstanceType<typeof AuthAdminApi>;

/** The published client's calls for operators, with the token that they ask for. `url` ends in `/auth/v1`. */
export async function adminClient(ctx: Context, url: string): Promise<AdminClient> {
  const token = await serviceToken(ctx, 'service_role');
  return new AuthAdminApi({ url, headers: { Authorization: `Bearer ${token}` } });
}
