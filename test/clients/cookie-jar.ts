/** One browser's cookies for one site, by name, until they are deleted. Enough for our tests. */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  /** What the site has set, attributes included, newest last. */
  readonly received: string[] = [];

  /** `fetch` with the cookies sent along and kept. */
  readonly fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const headers = new Headers(init.headers);
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (cookie !== '') headers.set('cookie', cookie);
    const response = await fetch(input, { ...init, headers });
    for (const line of response.headers.getSetCookie()) this.#store(line);
    return response;
  };

  #store(line: string): void {
    this.received.push(line);
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/;\s*max-age=0\b/i.test(line)) this.#cookies.delete(name);
    else this.#cookies.set(name, value);
  }
}
