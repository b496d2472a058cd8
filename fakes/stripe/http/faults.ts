import { z } from 'zod';

export const fault = z.strictObject({
  /** Part of `METHOD /path`, e.g. `POST /v1/subscriptions`; '' means every request. */
  match: z.string(),
  /** An HTTP status to answer with, 'drop' to cut the connection, 'timeout' never to answer. */
  status: z.union([z.literal('drop'), z.literal('timeout'), z.int().min(400).max(599)]),
  times: z.int().min(1),
  /** 'after' carries the request out and loses only its answer. */
  when: z.enum(['before', 'after']).default('before'),
});

export type Fault = z.output<typeof fault>;

export class Faults {
  #planned: Fault[] = [];

  plan(planned: Fault): void {
    this.#planned.push(planned);
  }

  clear(): void {
    this.#planned = [];
  }

  take(method: string, path: string): Fault | undefined {
    const met = this.#planned.find(({ match }) => `${method} ${path}`.includes(match));
    if (!met) return undefined;
    met.times -= 1;
    this.#planned = this.#planned.filter(({ times }) => times > 0);
    return met;
  }
}
