import type { JWTPayload } from 'jose';
import type { IdentityContext } from '../context.ts';
import { AUDIENCE } from '../keys/keys.ts';
import type { SessionRow, UserRow } from '../schema.ts';

export interface AuthenticationMethod {
  readonly method: string;
  readonly timestamp: number;
}

export interface AccessToken {
  readonly token: string;
  /** In seconds since 1970. */
  readonly expiresAt: number;
}

/**
 * A token has the claims of rules/auth-wire 19. If its session still needs the second step, it says so (decision 023).
 */
export async function signAccessToken(
  ctx: IdentityContext,
  user: Pick<UserRow, 'id' | 'email' | 'appMetadata' | 'userMetadata'>,
  session: Pick<SessionRow, 'id' | 'aal'>,
  methods: readonly AuthenticationMethod[],
  owesStep: boolean,
): Promise<AccessToken> {
  const issuedAt = seconds(ctx.clock.now());
  const expiresAt = issuedAt + ctx.config.auth.jwtExpSeconds;
  const claims: JWTPayload = {
    sub: user.id,
    aud: AUDIENCE,
    iat: issuedAt,
    exp: expiresAt,
    email: user.email,
    phone: '',
    app_metadata: user.appMetadata,
    user_metadata: user.userMetadata,
    role: 'authenticated',
    aal: session.aal,
    amr: methods,
    session_id: session.id,
    is_anonymous: false,
    ...(owesStep && { second_step: 'owed' }),
  };
  return { token: await ctx.keys.sign(claims), expiresAt };
}

/** The public bearer token of the pages (`apikey`). */
export async function anonToken(ctx: IdentityContext): Promise<string> {
  return await serviceToken(ctx, 'anon');
}

/** `service_role` allows admin calls. This token must never leave the server. */
export async function serviceToken(ctx: IdentityContext, role: 'anon' | 'service_role' | 'supabase_admin') {
  return await ctx.keys.sign({ role, aud: AUDIENCE, iat: seconds(ctx.clock.now()) });
}

export function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
