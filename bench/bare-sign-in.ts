import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { hashPassword, verifyPassword } from '../src/server/identity/passwords/passwords.ts';
import { type BareAnswer, ownHeaders } from './bare-answer.ts';

export interface BareSignIn {
  readonly password: string;
  readonly answer: BareAnswer;
}

/** Answers a sign-in with the recorded bytes after verifying the password: no account, no limits, no session. */
const { password, answer } = JSON.parse(process.argv[2] ?? '') as BareSignIn;
const [headers, bytes] = [ownHeaders(answer.headers), Buffer.from(answer.body, 'base64')];
const stored = await hashPassword(password);

const server = createServer((req, res) => {
  text(req).then(
    (body) => reply(body, res),
    () => res.destroy(),
  );
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ ready: true, url: `http://127.0.0.1:${port}` }));
});
process.on('SIGTERM', () => process.exit(0));

async function reply(body: string, res: ServerResponse): Promise<void> {
  const matches = await verifyPassword(stored, (JSON.parse(body) as { password: string }).password);
  if (matches) res.writeHead(200, headers).end(bytes);
  else res.writeHead(400).end();
}
