import type { ChangeFeed } from '../platform/feed.ts';

/** An entry is some 100 bytes. A session that does not fit is looked up again. */
const CAPACITY = 50_000;

/** Asks the database. Null for a session that has ended or whose user is banned, else its latest end. */
export type FindEnd = () => Promise<Date | null>;

/** Which sessions this process knows to be open, so that reading does not ask the database each time. */
export class LiveSessions {
  readonly #feed: ChangeFeed;
  /** Milliseconds since 1970 by session, oldest first; 0 while the database is asked. */
  readonly #ends = new Map<string, number>();

  constructor(feed: ChangeFeed) {
    this.#feed = feed;
    feed.onSessionEnd((id) => (id === null ? this.#ends.clear() : this.#ends.delete(id)));
  }

  /** That it is live, without asking the database. */
  knows(sessionId: string, now: Date): boolean {
    return this.#feed.hasHeardAll() && (this.#ends.get(sessionId) ?? 0) > now.getTime();
  }

  /** Right but for the last half second. */
  async isLive(sessionId: string, now: Date, findEnd: FindEnd): Promise<boolean> {
    if (!(await this.#feed.isCurrent())) return (await findEnd()) !== null;
    if ((this.#ends.get(sessionId) ?? 0) > now.getTime()) return true;
    // Marked first: an end that is heard while the database answers takes the mark away.
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
