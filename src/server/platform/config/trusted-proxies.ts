import { BlockList, isIPv6 } from 'node:net';
import * as z from 'zod/mini';

const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

export const trustedProxies = z.pipe(z.readonly(z.array(network)), z.transform(blockListOf));

function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of networks) {
    const [address = '', prefix] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}
