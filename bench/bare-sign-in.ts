import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { hashPassword, verifyPassword } from '../src/server/auth/passwords.ts';

/**
 * Answers the password it was started with, and does nothing for it but the comparison: no account, no counting, no session. What it
 * manages is what the hash allows.
 */
const password = process.argv[2] ?? '';
const stored = await hashPassword(password);

const server = createServer((req, res) => {
  text(req).then(
    (body) => answer(body, res),
    () => res.destroy(),
  );
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ ready: true, url: `http://127.0.0.1:${port}` }));
});
process.on('SIGTERM', () => process.exit(0));

async function answer(body: string, res: ServerResponse): Promise<void> {
  const matches = await verifyPassword(stored, (JSON.parse(body) as { password: string }).password);
  res.writeHead(matches ? 200 : 400, { 'content-type': 'application/json', 'content-length': 2 }).end('{}');
}
