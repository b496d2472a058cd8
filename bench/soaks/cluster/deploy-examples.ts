import { existsSync, readFileSync } from 'node:fs';
import { poolerSettings, type Server, webBalancer } from './balancers.ts';

const HAPROXY = 'deploy/haproxy/haproxy.cfg';
const PGBOUNCER = 'deploy/pgbouncer/pgbouncer.ini';

/** The example that is shipped, with these servers, fewer connections and without TLS, so that what stands in it is proved; ours where there is none. */
export function balancerExample(servers: readonly Server[]): string {
  if (!existsSync(HAPROXY)) return webBalancer(servers);
  const list = servers.map(({ name, address, port }) => `  server ${name} ${address}:${port}`).join('\n');
  return (
    readFileSync(HAPROXY, 'utf8')
      // Which asks for twice as many open files.
      .replace('maxconn 20000', 'maxconn 4000')
      .replace(/^\s*(bind :443|ssl-default).*\n/gm, '')
      .replace(/ resolvers names init-addr \S+/g, '')
      .replace(/(^ {2}server web.*\n)+/gm, `${list}\n`)
  );
}

/** The same for the pooler, which leads to a port of its own machine. */
export function poolerExample(port: number, databasePort: number, usersFile: string): string {
  if (!existsSync(PGBOUNCER)) return poolerSettings(port, databasePort, usersFile);
  return readFileSync(PGBOUNCER, 'utf8')
    .replace(/^club = .*$/m, `* = host=127.0.0.1 port=${databasePort}`)
    .replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1')
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_file = .*$/m, `auth_file = ${usersFile}`);
}
