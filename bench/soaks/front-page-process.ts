import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { upTo } from '../../test/load/in-parallel.ts';

/** A process of its own, so that neither the shop's work nor the load delays the clock that measures. */
export interface FrontPageOrder {
  readonly url: string;
  readonly visits: number;
  readonly everyMs: number;
}

const { url, visits, everyMs } = JSON.parse(await text(process.stdin)) as FrontPageOrder;
const agent = new Agent({ keepAlive: true });
const began = performance.now();
const times = await Promise.all(
  upTo(visits).map(async (visit) => {
    await sleep(visit * everyMs);
    const asked = performance.now();
    const sent = request(url, { agent, headers: { accept: 'text/html', 'accept-encoding': 'br' } });
    sent.end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    if (answer.statusCode !== 200) throw new Error(`The front page answered ${answer.statusCode}.`);
    return performance.now() - asked;
  }),
);
agent.destroy();
console.log(JSON.stringify({ times, seconds: (performance.now() - began) / 1000 }));
