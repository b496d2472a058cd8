import { Session } from 'node:inspector';
import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Compositor, openPdf } from './type-case.ts';

const LINES = 5_000;
const MEGABYTE = 2 ** 20;

/** The bytes in use after a garbage collection. */
async function heap(): Promise<number> {
  const session = new Session();
  session.connect();
  await new Promise<void>((done) => session.post('HeapProfiler.collectGarbage', () => done()));
  session.disconnect();
  return process.memoryUsage().heapUsed;
}

test('a document of five thousand different lines does not stay in memory', async () => {
  const pdf = await openPdf({ size: 'LETTER', title: 'Many names', madeAt: new Date('2026-11-25T05:00:00Z') });
  const type = new Compositor(pdf);
  pdf.pipe(new Writable({ write: (_chunk, _encoding, next) => next() }));
  pdf.addPage().addPage();
  const before = await heap();
  for (let line = 0; line < LINES; line++) {
    type.draw(`${line} ${line % 2 === 0 ? 'Gannet' : '王'}${line}`, 20, 20, 10);
    if (line % 100 > 0) continue;
    pdf.addPage();
    // Its pages are written to the stream that reads them.
    await setImmediate();
  }
  expect(((await heap()) - before) / MEGABYTE).toBeLessThan(5);
  pdf.end();
});
