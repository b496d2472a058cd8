/** As `URL.parse`, which Safari 16.4 doesn't have. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
