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

/** The process's reply. */
export type SetCertificate = { readonly pdf: Uint8Array } | { readonly failed: string };

const LONGEST_MS = 30_000;
/** Ends the idle process, since its fonts need about 100 MB. */
const IDLE_MS = 60_000;

/** If both compete for a core, the process gets a third of the time that the server's thread gets. */
export const NICE = 5;

let running: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;

/**
 * Typesets a certificate in another process, since it takes a quarter of a second.
 * @throws ApiError unavailable if too many are waiting
 */
export async function setCertificate(certificate: Certificate): Promise<Buffer> {
  return await inPdfQueue(() => inProcess({ kind: 'certificate', certificate }));
}

export async function setReport(report: Report): Promise<Buffer> {
  return await inPdfQueue(() => inProcess({ kind: 'report', report }));
}

/** The queue sends one certificate at a time, so the next reply belongs to it. */
async function inProcess(job: PrintJob): Promise<Buffer> {
  clearTimeout(idle);
  const child = (running ??= startProcess());
  try {
    const answer = await answerOf(child, job);
    if ('failed' in answer) throw new Error(`A ${job.kind} was not set: ${answer.failed}`);
    idle = setTimeout(() => stop(child), IDLE_MS).unref();
    return Buffer.from(answer.pdf);
  } catch (error) {
    // Start a new process, so that a late reply cannot be taken for another gift's certificate.
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
  // The process gets no environment variables, since typesetting needs no secret.
  const child = fork(path, { serialization: 'advanced', execArgv, env: {} });
  // Lets the server exit while the process waits for work; the process then ends as well.
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
    // The process has already ended; its listeners handle that.
  }
}

function stop(child: ChildProcess): void {
  if (running === child) running = undefined;
  child.kill('SIGKILL');
}

/** From source it is a file next to this one; in the build it is a separate program. */
function program(): { path: string; execArgv: string[] } {
  const source = join(import.meta.dirname, 'certificate-process.ts');
  if (existsSync(source)) return { path: source, execArgv: ['--import', 'tsx'] };
  return { path: join(import.meta.dirname, '../server/certificate-process.js'), execArgv: [] };
}
