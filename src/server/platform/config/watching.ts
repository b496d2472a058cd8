import * as z from 'zod/mini';
import {
  type Environment,
  flag,
  httpUrl,
  integer,
  isProduction,
  matching,
  optional,
  read,
  secret,
  string,
} from './variables.ts';

const TOKEN = secret(matching(/^\S{16,200}$/, 'at least 16 characters without a space'));
const RATIO = { schema: z.coerce.number().check(z.gte(0), z.lte(1)), expected: 'a number from 0 to 1' };
const HEADERS = secret({
  schema: z.pipe(
    z.string().check(z.regex(/^\s*[\w-]+=[^,]*(,\s*[\w-]+=[^,]*)*$/)),
    z.transform((text): Readonly<Record<string, string>> => Object.fromEntries(text.split(',').map(headerOf))),
  ),
  expected: 'headers such as api-key=abc,other=def',
});

function headerOf(text: string): [name: string, value: string] {
  const [name = '', ...value] = text.split('=');
  return [name.trim(), decodeURIComponent(value.join('=').trim())];
}

/**
 * Settings of metrics, access log and traces (rules/code 24-27).
 * @throws ConfigError
 */
export function readWatching(env: Environment) {
  return {
    metricsPort: read(env, 'METRICS_PORT', optional(integer(0, 65_535, 'a port number')), null),
    metricsToken: read(env, 'METRICS_TOKEN', optional(TOKEN), null),
    accessLog: read(env, 'ACCESS_LOG', flag, isProduction(env)),
    tracing: readTracing(env),
  };
}

export type TracingConfig = NonNullable<ReturnType<typeof readTracing>>;

function readTracing(env: Environment) {
  const collector = httpUrl('the http(s) address of a collector such as http://127.0.0.1:4318');
  const endpoint = read(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', optional(collector), null);
  if (endpoint === null) return null;
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    headers: read(env, 'OTEL_EXPORTER_OTLP_HEADERS', HEADERS, {}),
    serviceName: read(env, 'OTEL_SERVICE_NAME', string('a name'), 'dead-letter-club'),
    ratio: read(env, 'OTEL_TRACES_SAMPLER_ARG', RATIO, 1),
  };
}
