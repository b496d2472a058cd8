/** False during the build. */
export const IN_BROWSER = typeof document !== 'undefined';

/** Values that the server writes into the document's head. During the build they are placeholders. */
export const SITE = {
  /** The public token of the `apikey` header (rules/accounts 6). */
  anonKey: meta('anon-key'),
  supportEmail: meta('support-email'),
  seller: meta('seller'),
} as const;

function meta(name: string): string {
  if (!IN_BROWSER) return `{{${name}}}`;
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}
