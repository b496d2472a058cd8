import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listenLocally } from './listen-locally.ts';

interface Held {
  readonly body: Buffer;
  readonly signature: string;
}

/** Stands between Stripe and the shop, so that a test decides when events arrive, how often, and in which order. */
export class WebhookRelay {
  #mode: 'pass' | 'hold' | 'refuse' = 'pass';
  #held: Held[] = [];
  readonly #server = createServer((req, res) => void this.#receive(req).then((status) => res.writeHead(status).end()));

  private constructor(
    readonly target: string,
    /** Where Stripe sends its events. */
    public url: string,
  ) {}

  static async open(target: string): Promise<WebhookRelay> {
    const relay = new WebhookRelay(target, '');
    relay.url = await listenLocally(relay.#server);
    return relay;
  }

  /** From now on events are held here, and Stripe believes them delivered. */
  hold(): void {
    this.#mode = 'hold';
  }

  /** From now on events are refused; Stripe tries again by its own timetable. */
  refuse(): void {
    this.#mode = 'refuse';
  }

  /** From now on events go through. What is held stays so. */
  pass(): void {
    this.#mode = 'pass';
  }

  /** Deletes every held event. */
  lose(): void {
    this.#held = [];
  }

  /** Delivers the held events in the order of `setUp`, and keeps them for another delivery. Returns the shop's statuses. */
  async deliver(setUp: (events: readonly Held[]) => readonly Held[] = (events) => events): Promise<number[]> {
    const statuses: number[] = [];
    for (const event of setUp(this.#held)) statuses.push(await this.#forward(event));
    return statuses;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #receive(req: IncomingMessage): Promise<number> {
    const event = { body: await buffer(req), signature: String(req.headers['stripe-signature']) };
    if (this.#mode === 'refuse') return 503;
    if (this.#mode === 'pass') return await this.#forward(event);
    this.#held.push(event);
    return 200;
  }

  async #forward({ body, signature }: Held): Promise<number> {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    try {
      const answer = await fetch(this.target, { method: 'POST', body: new Uint8Array(body), headers });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return 502;
    }
  }
}
