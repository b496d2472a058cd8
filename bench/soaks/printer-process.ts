import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import pino from 'pino';
import { ADDRESS_USE } from '../../src/server/fulfilment/delivery-changes/address-use.ts';
import type { PrinterContext } from '../../src/server/fulfilment/printer/printer-context.ts';
import { workAtPrinter } from '../../src/server/fulfilment/printer/work-at-printer.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { openDatabase } from '../../src/server/platform/db/database.ts';

// A process that loads, then waits to be told which batch to send to the printer: loading takes longer than most live.

export interface PrinterTask {
  /** Of its clock. */
  readonly instant: string;
  readonly runId: string;
  readonly batch: number;
}

const config = readConfig(process.env);
const db = openDatabase(config.databaseUrl, { maxConnections: 4 });
const server = createServer((request, response) => {
  void receive(request, response);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ ready: true, url: `http://127.0.0.1:${port}` }));
});

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const task = await json(request);
  response.end();
  await work(task as PrinterTask);
}

async function work({ instant, ...batch }: PrinterTask): Promise<void> {
  const now = new Date(instant);
  const jobs = { enqueue: () => Promise.reject(new Error('Working at the printer enqueues nothing.')) };
  const log = pino({ level: 'warn' });
  const ctx: PrinterContext = { db, clock: { now: () => now }, log, jobs, config, addressUse: ADDRESS_USE };
  try {
    await workAtPrinter(ctx, batch);
    process.exit(0);
  } catch {
    // Exits with 3 to be tried again.
    process.exit(3);
  }
}
