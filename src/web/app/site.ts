/** What the server wrote into the document's head for us. */
export const SITE = {
  /** The public token of the `apikey` header; it names the site, not a person (rules/accounts 6). */
  anonKey: meta('anon-key'),
  supportEmail: meta('support-email'),
} as const;

function meta(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
