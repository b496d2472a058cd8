import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type * as z from 'zod/mini';
import { reportPageFailure } from '../../contract/page-failures.ts';
import { ApiFailure, networkFailure } from './api-failure.ts';
import { referenceOf, reportFailure } from './failure-report.ts';

let beacons: [url: string, body: Blob][];

beforeEach(() => {
  beacons = [];
  vi.stubGlobal('location', { pathname: '/payment' });
  vi.stubGlobal('navigator', { sendBeacon: (...beacon: [string, Blob]) => beacons.push(beacon) });
});

afterEach(() => void vi.unstubAllGlobals());

/** The reports that the server gets, checked against its schema. */
async function reported(error: unknown): Promise<z.output<NonNullable<typeof reportPageFailure.body>>[]> {
  reportFailure(error);
  const reports = [];
  for (const [, body] of beacons) reports.push(reportPageFailure.body!.parse(JSON.parse(await body.text())));
  return reports;
}

function withStack<E extends Error>(error: E, stack: string): E {
  return Object.assign(error, { stack });
}

describe('the reference of an error', () => {
  test('is the request’s, where the server has named one, and it is told nothing again', async () => {
    const failure = new ApiFailure('internal', 'Stuck.', { error: 'Stuck.', code: 'internal', requestId: 'r-1957' });
    expect(referenceOf(failure)).toBe('r-1957');
    expect(await reported(failure)).toEqual([]);
  });

  test.each([
    ['of a page that could not be drawn', new TypeError('x is undefined')],
    ['of a line that was cut', networkFailure()],
    ['of an answer that made no sense', new ApiFailure('internal', 'Something went wrong on our side.')],
    ['of something thrown that is no error', 'thrown'],
  ])('%s is made up once, and told the server', async (_what, error) => {
    const reference = referenceOf(error);
    expect(reference).toMatch(/^[0-9a-f-]{36}$/);
    expect(referenceOf(error)).toBe(reference);
    expect(await reported(error)).toMatchObject([{ reference, path: '/payment' }]);
    expect(beacons[0]?.[0]).toBe('/api/failures');
  });
});

describe('what the server is told', () => {
  test('is the kind of error and the places in our build, none of its words', async () => {
    const stack = `TypeError: no Ada Quill, ada@example.com
    at pay (https://club.example/assets/payment-page-Bq3.js:1:204)
    at https://club.example/assets/app-Zz9.js:12:7
    at https://elsewhere.example/account?token=secret`;
    const reports = await reported(withStack(new TypeError('no Ada Quill, ada@example.com'), stack));
    expect(reports).toMatchObject([
      { kind: 'TypeError', frames: ['/assets/payment-page-Bq3.js:1:204', '/assets/app-Zz9.js:12:7'] },
    ]);
    expect(JSON.stringify(reports)).not.toMatch(/Ada|ada@|secret/);
  });

  test('names the part of the page that could not be fetched', async () => {
    const lost = 'Failed to fetch dynamically imported module: https://club.example/assets/billing-page-C1.js';
    expect(await reported(withStack(new TypeError(lost), ''))).toMatchObject([
      { frames: ['/assets/billing-page-C1.js'] },
    ]);
  });

  test('is no more than the server takes, however deep it went and whatever the error calls itself', async () => {
    const frames = Array.from({ length: 30 }, (_, line) => `at /assets/app.js:${line}:1`).join('\n');
    const error = Object.assign(withStack(new Error('Deep.'), frames), { name: 'Ada Quill <ada@example.com>' });
    const [report] = await reported(error);
    expect(report).toMatchObject({ kind: 'Error' });
    expect(report?.frames).toHaveLength(8);
  });
});
