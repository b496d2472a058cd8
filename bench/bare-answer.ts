import { type IncomingHttpHeaders, request } from 'node:http';

/** The body in base64. */
export interface BareAnswer {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The response as sent; `body` is posted. */
export async function capture(url: string, headers: Record<string, string>, body?: string): Promise<BareAnswer> {
  return await new Promise((resolve, reject) => {
    const sent = request(url, { headers, ...(body !== undefined && { method: 'POST' }) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks).toString('base64') }));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Drops what node writes by itself. */
export function ownHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const {
    date: _date,
    connection: _connection,
    'keep-alive': _keepAlive,
    'transfer-encoding': _chunked,
    ...own
  } = headers;
  return own;
}
