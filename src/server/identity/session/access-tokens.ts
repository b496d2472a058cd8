import type { JWTPayload } from 'jose';
import type { IdentityContext } from '../context.ts';
import { AUDIENCE } from '../keys/keys.ts';
import type { SessionRow, UserRow } from '../rows.ts';

/** How a session was opened or raised, newest first (rules/auth-wire 19). */
export interface AuthenticationMethod {
  readonly method: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
}

export interface AccessToken {
  readonly token: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Signs the access token of a session: the claims of rules/auth-wire 19. One that has yet to pass the account's second factor says so,
 * so that whoever reads it need not ask the database.
 */
export async function signAccessToken(
  ctx: IdentityContext,
  user: Pick<UserRow, 'id' | 'email' | 'appMetadata' | 'userMetadata'>,
  session: Pick<SessionRow, 'id' | 'aal'>,
  methods: readonly AuthenticationMethod[],
  hasSecondFactor: boolean,
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
    ...(hasSecondFactor && session.aal === 'aal1' && { second_step: 'owed' }),
  };
  return { token: await ctx.keys.sign(claims), expiresAt };
}

/** The public bearer that the pages carry (`apikey`). It names nobody and opens nothing. */
export async function anonToken(ctx: IdentityContext): Promise<string> {
  return await serviceToken(ctx, 'anon');
}

/** A token for a role instead of a person; `service_role` opens the admin calls and never leaves the server. */
export async function serviceToken(
  ctx: IdentityContext,
  role: 'anon' | 'service_role' | 'supabase_admin',
): Promise<string> {
  return await ctx.keys.sign({ role, aud: AUDIENCE, iat: seconds(ctx.clock.now()) });
}

export function seconds(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
