/** What the server wrote into the document's head. */
export const SITE = {
  /** The public token of the `apikey` header (rules/accounts 6). */
  anonKey: meta('anon-key'),
  supportEmail: meta('support-email'),
} as const;

function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
