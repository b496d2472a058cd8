import { Writable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { Compositor, openPdf } from '../../src/server/platform/typesetting/type-case.ts';

const LINES = 30_000;

/** A document whose lines all differ. */
const pdf = await openPdf({ size: 'LETTER', title: 'Many names', madeAt: new Date('2026-11-25T05:00:00Z') });
const type = new Compositor(pdf);
pdf.pipe(new Writable({ write: (_chunk, _encoding, next) => next() }));
pdf.addPage();
for (let line = 0; line < LINES; line++) {
  type.draw(`${line} ${line % 2 === 0 ? 'Gannet' : '王'}${line}`, 20, 20, 10);
  if (line % 100 > 0) continue;
  pdf.addPage();
  // Its pages are written to the stream that reads them.
  await setImmediate();
}
pdf.end();
