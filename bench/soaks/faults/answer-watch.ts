const LONGEST_ANSWER_MS = 30_000;

/** Looks at every answer of one site to this process, the support of tests included. */
export class AnswerWatch {
  /** Answers of 5xx that are no 503 with words, and answers that took too long. */
  readonly wrong: string[] = [];
  answered = 0;
  refused = 0;
  readonly #fetch = globalThis.fetch;

  constructor(siteUrl: string) {
    globalThis.fetch = async (...request: Parameters<typeof fetch>) => {
      const target = String(request[0] instanceof Request ? request[0].url : request[0]);
      if (!target.startsWith(siteUrl)) return await this.#fetch(...request);
      const began = performance.now();
      const answer = await this.#fetch(...request);
      await this.#look(target.slice(siteUrl.length), answer, performance.now() - began);
      return answer;
    };
  }

  stop(): void {
    globalThis.fetch = this.#fetch;
  }

  async #look(path: string, answer: Response, milliseconds: number): Promise<void> {
    this.answered += 1;
    if (milliseconds > LONGEST_ANSWER_MS) this.wrong.push(`${path} took ${Math.round(milliseconds)} ms`);
    if (answer.status < 500) return;
    const text = await answer
      .clone()
      .text()
      .catch(() => '');
    if (answer.status === 503 && hasWords(path, text)) this.refused += 1;
    else this.wrong.push(`${path} ${answer.status} ${text.slice(0, 300)}`);
  }
}

/** `/readyz` is read by programs. */
function hasWords(path: string, text: string): boolean {
  if (path.startsWith('/readyz')) return true;
  try {
    const body = JSON.parse(text) as { error?: string; msg?: string; message?: string };
    return /again|retry/.test(body.error ?? body.msg ?? body.message ?? '');
  } catch {
    return /again/.test(text);
  }
}
