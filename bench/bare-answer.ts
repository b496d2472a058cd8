import type { IncomingHttpHeaders } from 'node:http';

/** What a bare server sends, as ours sent it; the body in base64. */
export interface BareAnswer {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Without what node writes by itself. */
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
