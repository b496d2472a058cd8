import { type Agent, request } from 'node:http';

export interface Question {
  readonly host: string;
  readonly port?: number;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** False for a connection of its own. */
  readonly agent: Agent | false;
  readonly withinMs: number;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

/**
 * As a browser does, a GET is asked anew when a connection used before was closed on its way (RFC 9112, 9.3.1).
 * @throws Error when the connection breaks or no whole answer comes in time
 */
export async function ask(question: Question): Promise<Answer> {
  const { host, port = 80, path, method = 'GET', headers = {}, body, agent, withinMs } = question;
  return await new Promise<Answer>((resolve, reject) => {
    const signal = AbortSignal.timeout(withinMs);
    let isAnswered = false;
    const asked = request({ host, port, path, method, headers, agent, signal }, (answer) => {
      isAnswered = true;
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
      answer.on('error', reject);
    });
    asked.on('error', (error) => {
      const wasClosed = asked.reusedSocket && !isAnswered && method === 'GET' && !signal.aborted;
      if (wasClosed) resolve(ask({ ...question, agent: false }));
      else reject(error);
    });
    asked.end(body);
  });
}

/** A 503 in the shop's own words, which ask to try again. */
export function isRefusal({ status, text }: Answer): boolean {
  return status === 503 && /again|retry/.test(text);
}
