import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Held {
  readonly body: Buffer;
  readonly signature: string;
}

/** Stands between the provider and the shop, so that a test decides when events arrive, how often, and in which order. */
export class WebhookRelay {
  /** Where the provider sends its events. */
  readonly url: string;
  readonly #server: ReturnType<typeof createServer>;
  readonly #target: string;
  #mode: 'pass' | 'hold' | 'refuse' = 'pass';
  #held: Held[] = [];

  private constructor(server: ReturnType<typeof createServer>, target: string) {
    this.#server = server;
    this.#target = target;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  static async open(target: string): Promise<WebhookRelay> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const relay = new WebhookRelay(server, target);
    server.on('request', (req, res) => {
      void relay.#receive(req).then((status) => res.writeHead(status).end());
    });
    return relay;
  }

  /** From now on events are taken from the provider and kept here; it believes them delivered. */
  hold(): void {
    this.#mode = 'hold';
  }

  /** From now on the provider is told that nobody is there; it tries again by its own timetable. */
  refuse(): void {
    this.#mode = 'refuse';
  }

  /** From now on events go through. What is held stays so. */
  pass(): void {
    this.#mode = 'pass';
  }

  /** Takes every held event away: as a mail lost in the post. */
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
    const chunks: Buffer[] = [];
    for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk);
    const event = { body: Buffer.concat(chunks), signature: String(req.headers['stripe-signature']) };
    if (this.#mode === 'refuse') return 503;
    if (this.#mode === 'pass') return await this.#forward(event);
    this.#held.push(event);
    return 200;
  }

  async #forward({ body, signature }: Held): Promise<number> {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    try {
      const answer = await fetch(this.#target, { method: 'POST', body: new Uint8Array(body), headers });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return 502;
    }
  }
}
