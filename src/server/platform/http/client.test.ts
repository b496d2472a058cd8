import { expect, it } from 'vitest';
import { trustedProxies } from '../config/trusted-proxies.ts';
import { originalAddress } from './client.ts';

it.each([
  ['nobody is trusted: the peer counts', '203.0.113.9', '198.51.100.1', [], '203.0.113.9'],
  ['a trusted proxy names its caller', '10.0.0.1', '198.51.100.1', ['10.0.0.1'], '198.51.100.1'],
  ['what the caller made up stays unread', '10.0.0.1', '127.0.0.1, 198.51.100.1', ['10.0.0.0/8'], '198.51.100.1'],
  ['a chain of trusted proxies is followed', '10.0.0.1', '198.51.100.1, 10.0.0.2', ['10.0.0.0/8'], '198.51.100.1'],
  ['a proxy that names nobody is the caller', '10.0.0.1', undefined, ['10.0.0.1'], '10.0.0.1'],
  ['a network ends where it ends', '10.1.0.1', '198.51.100.1', ['10.0.0.0/16', '10.2.0.0/16'], '10.1.0.1'],
  ['nonsense is not an address', '10.0.0.1', 'unknown', ['10.0.0.1'], '10.0.0.1'],
  ['IPv6 works alike', '::1', '2001:db8::7', ['::1/128'], '2001:db8::7'],
])('%s', (_what, peer, forwardedFor, trusted, expected) => {
  expect(originalAddress(peer, forwardedFor, trustedProxies.parse(trusted))).toBe(expected);
});
