export interface Server {
  readonly name: string;
  readonly address: string;
  readonly port: number;
}

const PROCESS = ['global', '  maxconn 4000'];
const CHECK_HTTP = '  default-server check inter 1s fall 2 rise 1';

/** HAProxy in front of the web processes, as docs/operating.md has it, without TLS. */
export function webBalancer(servers: readonly Server[]): string {
  const list = servers.map(({ name, address, port }) => `  server ${name} ${address}:${port}`);
  const backend = (name: string, path: string) => [
    `backend ${name}`,
    `  option httpchk GET ${path}`,
    CHECK_HTTP,
    '  timeout check 1s',
    '  option redispatch 1',
    '  retry-on conn-failure empty-response response-timeout',
    '  http-request disable-l7-retry unless METH_GET',
    // What is made in memory is asked for elsewhere when it does not come.
    '  http-request set-timeout server 2s if METH_GET !{ path_beg /api/ /auth/ }',
    ...list,
  ];
  return lines([
    ...PROCESS,
    'defaults',
    '  mode http',
    '  timeout connect 1s',
    '  timeout client 70s',
    '  timeout server 70s',
    '  retries 3',
    'frontend club',
    '  bind :80',
    '  option forwardfor',
    '  use_backend pages if { nbsrv(ready) lt 1 }',
    '  default_backend ready',
    ...backend('ready', '/readyz'),
    ...backend('pages', '/readyz/pages'),
  ]);
}

/**
 * HAProxy on a machine of the shop: to whichever PostgreSQL Patroni calls the primary, and out to Stripe and the mail server, whose
 * stand-ins speak to a loopback alone.
 */
export function waysOut(servers: readonly Server[], port: number, outside: readonly Server[]): string {
  return lines([
    ...PROCESS,
    'defaults',
    '  mode tcp',
    '  timeout connect 1s',
    '  timeout check 1s',
    '  timeout client 30m',
    '  timeout server 30m',
    'listen primary',
    // A server that has just died would be asked three times, a second apart, and PgBouncer waits for the answer before it tries again.
    '  retries 0',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 500ms downinter 200ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers.map((each) => `  server ${each.name} ${each.address}:${each.port} check port 8008`),
    ...outside.flatMap((each) => [
      `listen ${each.name}`,
      `  bind 127.0.0.1:${each.port}`,
      `  server ${each.name} ${each.address}:${each.port}`,
    ]),
  ]);
}

/** PgBouncer in transaction mode, on a machine of the shop. */
export function poolerSettings(port: number, databasePort: number, usersFile: string): string {
  return lines([
    '[databases]',
    `* = host=127.0.0.1 port=${databasePort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${usersFile}`,
    'pool_mode = transaction',
    'default_pool_size = 20',
    'max_client_conn = 500',
    // The default waits for 15 s after one failed connection.
    'server_login_retry = 0.3',
    'server_connect_timeout = 3',
    'query_wait_timeout = 8',
  ]);
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`;
}
