import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { callbackify } from 'node:util';

export const KEY_HEADER = 'Relay-Key';

const KEY = new RegExp(`^${KEY_HEADER}:\\s*<([^@>]+)@`, 'im');
/** An answer on its way, or being recorded, when the cut comes. */
const UNDER_WAY_MS = 1_000;

/** What may keep a sender from knowing that its email has arrived. */
export type Cut = 'line' | 'sender';

interface Receipt {
  readonly at: number;
  readonly from: string;
  readonly session: string;
}

export interface Repeat {
  readonly id: string;
  readonly secondsLater: number;
  /** The soak itself had kept the answer from its sender (decision 166). */
  readonly isExcused: boolean;
}

/** A relay that knows an email again by its key, and delivers it once. */
export async function openSmtpServer(host: string) {
  const delivered = new Map<string, Receipt>();
  const latest = new Map<string, Receipt>();
  const repeats: Repeat[] = [];
  const cuts: { readonly what: Cut; readonly address: string; readonly begins: number; ends: number }[] = [];
  /** When each connection last began an email: it has heard what was answered before. */
  const begun = new Map<string, number>();
  const isExcused = ({ at, from, session }: Receipt) =>
    cuts.some(
      ({ what, address, begins, ends }) =>
        address === from &&
        at > begins - UNDER_WAY_MS &&
        at < ends &&
        (what === 'sender' || (begun.get(session) ?? 0) < at),
    );
  const receive = async (stream: SMTPServerDataStream, { id: session, remoteAddress }: SMTPServerSession) => {
    const [, id = 'without a key'] = KEY.exec((await buffer(stream)).toString()) ?? [];
    const receipt = { at: performance.now(), from: remoteAddress.replace('::ffff:', ''), session };
    const before = latest.get(id);
    latest.set(id, receipt);
    if (before === undefined) delivered.set(id, receipt);
    else repeats.push({ id, secondsLater: (receipt.at - before.at) / 1_000, isExcused: isExcused(before) });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onMailFrom(_address, { id }, callback) {
      begun.set(id, performance.now());
      callback();
    },
    onData: callbackify(receive),
  });
  server.on('error', () => undefined);
  server.listen(0, host);
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    /** By the id of the outbox. */
    delivered: delivered as ReadonlyMap<string, unknown>,
    repeats: repeats as readonly Repeat[],
    /** @returns a function for when the cut is over */
    recordCut(address: string, what: Cut): () => void {
      const cut = { what, address, begins: performance.now(), ends: Infinity };
      cuts.push(cut);
      return () => (cut.ends = performance.now());
    },
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
