import { printable } from '../src/server/platform/logging/printable.ts';

interface PinoLine {
  level: number;
  time: number;
  msg?: string;
  err?: { stack?: string; message?: string };
  [field: string]: unknown;
}

const LEVELS: Record<number, string> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };
const SHOWN_ELSEWHERE = new Set(['level', 'time', 'msg', 'err', 'pid', 'hostname']);

/** A pino JSON line for a human; other text unchanged, without terminal control characters. */
export function readableLogLine(line: string): string {
  const entry = parsePinoLine(line);
  return printable(entry ? textOf(entry) : line);
}

function textOf(entry: PinoLine): string {
  const time = new Date(entry.time).toISOString().slice(11, 19);
  const level = entry.level === 30 ? '' : `${LEVELS[entry.level] ?? entry.level}: `;
  const fields = Object.entries(entry)
    .filter(([name]) => !SHOWN_ELSEWHERE.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const trouble = entry.err?.stack ?? entry.err?.message;
  const text = [`${time}  ${level}${entry.msg ?? ''}`.trimEnd(), ...fields].join(' ');
  return trouble ? `${text}\n${trouble}` : text;
}

function parsePinoLine(line: string): PinoLine | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry = JSON.parse(line) as Partial<PinoLine>;
    return typeof entry.level === 'number' && typeof entry.time === 'number' ? (entry as PinoLine) : undefined;
  } catch {
    return undefined;
  }
}
