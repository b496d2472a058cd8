import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { inPdfQueue } from '../../platform/typesetting/pdf-queue.ts';
import type { Report } from '../../platform/typesetting/report-pdf.ts';
import type { Certificate } from './certificate-pdf.ts';

export type PrintJob =
  | { readonly kind: 'certificate'; readonly certificate: Certificate }
  | { readonly kind: 'report'; readonly report: Report };

/** What the process answers. */
export type SetCertificate = { readonly pdf: Uint8Array } | { readonly failed: string };

const LONGEST_MS = 30_000;
/** Its fonts hold some 100 MB. */
const IDLE_MS = 60_000;

/** A third of the processor time of the thread that answers, where both want a core. */
export const NICE = 5;

let running: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;

/**
 * Sets a certificate in a process of its own, since it takes a quarter of a second. @throws ApiError unavailable when
 * too many wait
 */
export async function setCertificate(certificate: Certificate): Promise<Buffer> {
  return await inPdfQueue(() => inProcess({ kind: 'certificate', certificate }));
}

export async function setReport(report: Report): Promise<Buffer> {
  return await inPdfQueue(() => inProcess({ kind: 'report', report }));
}

/** The queue lets one in at a time, so the next answer is this certificate's. */
async function inProcess(job: PrintJob): Promise<Buffer> {
  clearTimeout(idle);
  const child = (running ??= startProcess());
  try {
    const answer = await answerOf(child, job);
    if ('failed' in answer) throw new Error(`A ${job.kind} was not set: ${answer.failed}`);
    idle = setTimeout(() => stop(child), IDLE_MS).unref();
    return Buffer.from(answer.pdf);
  } catch (error) {
    // The next one begins anew: a late answer must not become another gift's.
    stop(child);
    throw error;
  }
}

async function answerOf(child: ChildProcess, job: PrintJob): Promise<SetCertificate> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(LONGEST_MS)]);
  try {
    const answered = once(child, 'message', { signal });
    const ended = once(child, 'exit', { signal }).then(() => {
      throw new Error('The process that sets certificates has ended.');
    });
    child.send(job);
    const [answer] = (await Promise.race([answered, ended])) as [SetCertificate];
    return answer;
  } finally {
    over.abort();
  }
}

function startProcess(): ChildProcess {
  const { path, execArgv } = program();
  // Nothing of the server's environment: it sets type and needs no secret.
  const child = fork(path, { serialization: 'advanced', execArgv, env: {} });
  // The server may end while the process waits for work, which ends with it.
  child.unref();
  child.channel?.unref();
  child.on('error', () => stop(child)).once('exit', () => stop(child));
  giveWay(child);
  return child;
}

function giveWay({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, NICE);
  } catch {
    // It has ended already, which its listeners hear.
  }
}

function stop(child: ChildProcess): void {
  if (running === child) running = undefined;
  child.kill('SIGKILL');
}

/** Beside this file as a source; a program of its own in the build. */
function program(): { path: string; execArgv: string[] } {
  const source = join(import.meta.dirname, 'certificate-process.ts');
  if (existsSync(source)) return { path: source, execArgv: ['--import', 'tsx'] };
  return { path: join(import.meta.dirname, '../server/certificate-process.js'), execArgv: [] };
}
