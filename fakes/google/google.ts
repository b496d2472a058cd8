import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { grantStore } from './grants.ts';
import { googleIssuer } from './issuer.ts';
import { openSigningKey } from './signing-key.ts';
import { TOKEN_SECONDS } from './tokens.ts';

const CODE_SECONDS = 60;

export interface GoogleOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUris: readonly string[];
  /** Stores the signing key; unset, it ends with the process. */
  readonly dataDir?: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface Google {
  /** The issuer, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** An OpenID Connect issuer on 127.0.0.1 that stands in for Google. */
export async function startGoogle(options: GoogleOptions): Promise<Google> {
  const { port, clientId, clientSecret, redirectUris, dataDir, now = Date.now } = options;
  const key = await openSigningKey(dataDir);
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const app = googleIssuer({
    issuer,
    client: { id: clientId, secret: clientSecret, redirectUris },
    key,
    codes: grantStore('4/0', CODE_SECONDS, now),
    accessTokens: grantStore('ya29.', TOKEN_SECONDS, now),
    now,
  });
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  server.on('request', (request, response) => void answer(request, response));
  return {
    url: issuer,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
