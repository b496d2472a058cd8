import { MAX_FRAMES, reportPageFailure } from '../../contract/page-failures.ts';
import { knownPath, randomId } from '../analytics/visit.ts';
import { ApiFailure } from './api-failure.ts';

const references = new Map<unknown, string>();

/** The id of the failed request, or else one that is made up once for the error. */
export function referenceOf(error: unknown): string {
  if (isKnownToServer(error)) return error.requestId;
  const reference = references.get(error) ?? randomId();
  references.set(error, reference);
  return reference;
}

/** Reports an error that the server doesn't know, without data about the user. */
export function reportFailure(error: unknown): void {
  if (isKnownToServer(error)) return;
  const report = { reference: referenceOf(error), path: knownPath(location.pathname), ...tracesOf(error) };
  navigator.sendBeacon(reportPageFailure.path, new Blob([JSON.stringify(report)], { type: 'application/json' }));
}

function isKnownToServer(error: unknown): error is ApiFailure & { readonly requestId: string } {
  return error instanceof ApiFailure && error.requestId !== null;
}

/** A position in our build. A chunk that could not be fetched has no line and column. */
const FRAME = /\/assets\/[\w.-]{1,80}\.(?:js|css)(?::\d{1,7}){0,2}/g;

function tracesOf(error: unknown): { kind: string; frames: string[] } {
  if (!(error instanceof Error)) return { kind: typeof error, frames: [] };
  const name = error instanceof ApiFailure ? error.code : error.name;
  const frames = `${error.message}\n${error.stack ?? ''}`.match(FRAME) ?? [];
  return { kind: /^[A-Za-z_]{1,40}$/.test(name) ? name : 'Error', frames: [...new Set(frames)].slice(0, MAX_FRAMES) };
}
