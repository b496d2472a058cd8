import type { Config } from '../../src/server/platform/config/config.ts';
import { openContext } from '../../src/server/context.ts';
import { type ApiServer, serveApi } from './listen-locally.ts';
import type { Shop } from './open-shop.ts';

export type ServerBeside = ApiServer;

/** A second server of the shop, on the same database, with connections of its own and perhaps other settings. */
export async function openBeside(shop: Shop, changes: Partial<Config> = {}): Promise<ServerBeside> {
  const { config, keys, clock, log } = shop.ctx;
  return await serveApi(await openContext({ ...config, ...changes }, { keys, clock, log }));
}
