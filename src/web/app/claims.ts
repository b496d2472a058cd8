interface Claims {
  readonly sub?: unknown;
  readonly session_id?: unknown;
  readonly aal?: unknown;
  readonly second_step?: unknown;
}

/** Decodes without verifying: the server judges the token, the app only chooses what to show. */
export function claimsOf(accessToken: string): Claims {
  const payload = accessToken.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
  return JSON.parse(atob(payload)) as Claims;
}
