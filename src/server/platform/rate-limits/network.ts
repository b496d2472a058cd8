import { isIPv6 } from 'node:net';

/** A caller with one IPv6 address can use its whole /64, so that counts as one network. */
export function networkOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const [withoutZone] = ip.split('%');
  const host = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1);
  const [head = '', tail] = host.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail?.split(':').filter(Boolean) ?? [];
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].slice(0, 4).join(':');
}
