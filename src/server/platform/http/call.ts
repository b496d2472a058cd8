import type { HttpBindings } from '@hono/node-server';
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '../../../contract/endpoint.ts';
import type { PlatformContext } from '../context.ts';
import type { Client } from './client.ts';

export interface Call<E extends Endpoint, Ctx = PlatformContext> {
  readonly ctx: Ctx;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly client: Client;
}

export interface AppEnv {
  Bindings: Partial<HttpBindings>;
  Variables: { requestId: string };
}
