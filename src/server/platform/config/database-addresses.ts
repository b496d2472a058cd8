const PARTS = /^(postgres(?:ql)?:\/\/)((?:[^@/?]*@)?)([^/?]*)(.*)$/;

/** `postgres://user@a,b:5433/club` names two servers. */
export function addressesOf(url: string): readonly [string, ...string[]] {
  const [, scheme, user, hosts = '', rest] = PARTS.exec(url) ?? [];
  const [first = '', ...others] = hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`);
  return others.length === 0 ? [url] : [first, ...others];
}
