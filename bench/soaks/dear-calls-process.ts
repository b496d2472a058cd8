import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { upTo } from '../../test/load/in-parallel.ts';
import { countBy } from '../statistics.ts';

export interface DearCallsOrder {
  readonly calls: readonly DearRequest[];
  readonly perSecond: number;
  readonly seconds: number;
}

export interface DearRequest {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** An address of this machine that stands for a network. */
  readonly from: string;
}

const { calls, perSecond, seconds } = JSON.parse(await text(process.stdin)) as DearCallsOrder;
const answered = await Promise.all(
  upTo(perSecond * seconds).map(async (number) => {
    await sleep((number * 1000) / perSecond);
    const call = calls[number % calls.length];
    return call === undefined ? '' : `${call.name} ${await statusOf(call)}`;
  }),
);
console.log(JSON.stringify(countBy(answered)));

async function statusOf({ method, url, headers, body, from: localAddress }: DearRequest): Promise<number> {
  const sent = request(url, { method, headers, localAddress, agent: false });
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  await once(answer.resume(), 'end');
  return answer.statusCode ?? 0;
}
