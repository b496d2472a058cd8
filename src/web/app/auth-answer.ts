/** What the auth client answered. @throws AuthError */
export async function answerOf<A extends { readonly error: Error | null }>(
  call: Promise<A>,
): Promise<Exclude<A, { error: Error }>> {
  const answer = await call;
  if (answer.error !== null) throw answer.error;
  return answer as Exclude<A, { error: Error }>;
}
