import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { type BareAnswer, ownHeaders } from './bare-answer.ts';

export interface BareAnswers {
  readonly page: BareAnswer;
  readonly account: BareAnswer & {
    readonly databaseUrl: string;
    readonly text: string;
    readonly values: unknown[];
  };
}

const { page, account } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as BareAnswers;
const pageBytes = Buffer.from(page.body, 'base64');
const pageHeaders = ownHeaders(page.headers);
const accountHeaders = ownHeaders(account.headers);
const pool = new Pool({ connectionString: account.databaseUrl, max: 20 });

const server = createServer((req, res) => {
  if (req.url === '/page') res.writeHead(200, pageHeaders).end(pageBytes);
  else void answerAccount(res);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  console.log(JSON.stringify({ ready: true, url: `http://127.0.0.1:${port}` }));
});
process.on('SIGTERM', () => process.exit(0));

async function answerAccount(res: ServerResponse): Promise<void> {
  const { rows } = await pool.query<Record<string, unknown>>({
    name: 'account',
    text: account.text,
    values: account.values,
  });
  const body = JSON.stringify(rows);
  res.writeHead(200, { ...accountHeaders, 'content-length': Buffer.byteLength(body) }).end(body);
}
