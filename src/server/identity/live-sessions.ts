import type { ChangeFeed } from '../platform/feed.ts';

/** An entry takes about 100 bytes. Sessions without an entry are read from the database. */
const CAPACITY = 50_000;

/** Reads the session's latest possible end from the database. Null if it has ended or its user is banned. */
export type FindEnd = () => Promise<Date | null>;

/** Sessions that this process knows to be open, so that most requests need no database query. */
export class LiveSessions {
  readonly #feed: ChangeFeed;
  /** Each session's end in milliseconds since 1970, oldest entry first; 0 while the database is queried. */
  readonly #ends = new Map<string, number>();

  constructor(feed: ChangeFeed) {
    this.#feed = feed;
    feed.onSessionEnd((id) => (id === null ? this.#ends.clear() : this.#ends.delete(id)));
  }

  /** Whether the session is known to be open, without a database query. */
  knows(sessionId: string, now: Date): boolean {
    return this.#feed.hasHeardAll() && (this.#ends.get(sessionId) ?? 0) > now.getTime();
  }

  /** May be wrong for sessions that ended in the last half second. */
  async isLive(sessionId: string, now: Date, findEnd: FindEnd): Promise<boolean> {
    if (!(await this.#feed.isCurrent())) return (await findEnd()) !== null;
    if ((this.#ends.get(sessionId) ?? 0) > now.getTime()) return true;
    // Marked before the query: if the session ends meanwhile, the mark is removed.
    this.#mark(sessionId);
    const end = await findEnd();
    if (end === null) this.#ends.delete(sessionId);
    else if (this.#ends.has(sessionId)) this.#ends.set(sessionId, end.getTime());
    return end !== null;
  }

  #mark(sessionId: string): void {
    this.#ends.set(sessionId, 0);
    const [oldest] = this.#ends.keys();
    if (this.#ends.size > CAPACITY && oldest !== undefined) this.#ends.delete(oldest);
  }
}
