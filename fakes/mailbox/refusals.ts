import * as z from 'zod/mini';

/** Where in a delivery the mailbox refuses. */
export const STAGES = ['connection', 'login', 'sender', 'recipient', 'message'] as const;

export type Stage = (typeof STAGES)[number];

/** An answer such as '550 5.4.5 Daily sending quota exceeded' at a stage, until it's taken back. */
export const refusalInput = z.object({
  stage: z.enum(STAGES),
  answer: z.string().check(z.regex(/^[45]\d\d [\x20-\x7e]{1,200}$/)),
});

export type RefusalInput = z.output<typeof refusalInput>;

export interface Refusals {
  set(refusal: RefusalInput): void;
  clear(): void;
  /** As smtp-server takes it; null where nothing is refused. */
  at(stage: Stage): Error | null;
}

export function openRefusals(): Refusals {
  const answers = new Map<Stage, string>();
  return {
    set: ({ stage, answer }) => void answers.set(stage, answer),
    clear: () => answers.clear(),
    at(stage) {
      const answer = answers.get(stage);
      return answer === undefined ? null : smtpError(answer);
    },
  };
}

export function smtpError(answer: string): Error {
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
}
