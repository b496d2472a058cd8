import { type BlockList, isIP } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Config } from '../config/config.ts';

export interface Client {
  readonly ip: string;
  readonly userAgent: string | null;
  readonly asksNotToBeCounted: boolean;
}

const USER_AGENT_LIMIT = 255;

export interface Incoming {
  readonly env?: Partial<HttpBindings> | undefined;
  readonly req: { header(name: string): string | undefined };
}

export function clientOf(config: Config, call: Incoming): Client {
  const peer = withoutMapping(call.env?.incoming?.socket.remoteAddress ?? '');
  return {
    ip: originalAddress(peer, call.req.header('x-forwarded-for'), config.trustedProxies),
    userAgent: call.req.header('user-agent')?.slice(0, USER_AGENT_LIMIT) ?? null,
    asksNotToBeCounted: call.req.header('dnt') === '1' || call.req.header('sec-gpc') === '1',
  };
}

/** Reads X-Forwarded-For from the right, as long as a trusted proxy wrote the entry. A caller may invent the others. */
export function originalAddress(peer: string, forwardedFor: string | undefined, trusted: BlockList): string {
  if (forwardedFor === undefined) return peer;
  const hops = forwardedFor.split(',').map((hop) => withoutMapping(hop.trim()));
  let address = peer;
  while (isListed(trusted, address)) {
    const previous = hops.pop();
    if (previous === undefined || isIP(previous) === 0) break;
    address = previous;
  }
  return address;
}

export function isTrustedProxy(trusted: BlockList, peer: string): boolean {
  return isListed(trusted, withoutMapping(peer));
}

function isListed(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4');
}

function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
