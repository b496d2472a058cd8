import { createServer, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { listenLocally } from '../../../../test/server/listen-locally.ts';
import { RawConnection } from '../../../../test/server/raw-connection.ts';
import { PipelineLimit } from './pipelining.ts';

const REQUEST = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

/** A server that answers when it is told to; at most two requests wait on one connection, and three in all. */
async function openServer() {
  const asked: ServerResponse[] = [];
  const limit = new PipelineLimit((_req, res) => void asked.push(res), { mostOfOne: 2, mostInAll: 3 });
  let parsed = 0;
  const server = createServer((req, res) => {
    parsed += 1;
    limit.handle(req, res);
  });
  const url = await listenLocally(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const send = (requests: number) => {
    const connection = new RawConnection(url);
    onTestFinished(() => connection.close());
    connection.write(REQUEST.repeat(requests));
    return connection;
  };
  return { asked, send, parsed: () => parsed };
}

test('a request that comes before the answer to another one waits for it', async () => {
  const { asked, send } = await openServer();
  const connection = send(3);
  for (const count of [1, 2, 3]) {
    await expect.poll(() => asked.length).toBe(count);
    asked.at(-1)?.end(`answer ${count}`);
  }
  await expect.poll(() => connection.received.match(/answer \d/g)).toEqual(['answer 1', 'answer 2', 'answer 3']);
  connection.write(REQUEST);
  await expect.poll(() => asked.length).toBe(4);
});

test('a connection on which too many wait is closed', async () => {
  const { asked, send } = await openServer();
  await send(4).closed;
  expect(asked).toHaveLength(1);
});

test('the rest of what it has sent is not even read', async () => {
  const { parsed, send } = await openServer();
  await send(1_000).closed;
  expect(parsed()).toBe(4);
});

test('so is one of many that together wait for too many, until others have gone', async () => {
  const { asked, send } = await openServer();
  const first = send(3);
  await expect.poll(() => asked.length).toBe(1);
  await send(3).closed;
  expect(asked).toHaveLength(2);
  first.close();
  await first.closed;
  await expect
    .poll(async () => {
      const later = send(3);
      return await Promise.race([later.closed, new Promise((resolve) => setTimeout(resolve, 200, 'still open'))]);
    })
    .toBe('still open');
});
