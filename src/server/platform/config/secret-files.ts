import { readFileSync } from 'node:fs';
import { ConfigError, type Environment } from './variables.ts';

export const SECRETS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_MIGRATION_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'GOOGLE_CLIENT_SECRET',
  'GA4_API_SECRET',
  'AUTH_JWT_KEYS',
  'USPS_SCANS_LOGIN',
  'POSTMARK_WEBHOOK_LOGIN',
  'USPS_CLIENT_SECRET',
  'LOB_API_KEY',
  'LOB_WEBHOOK_SECRET',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
] as const;

/**
 * Replaces each `X_FILE` with `X`, the content of that file.
 * @throws ConfigError
 */
export function withSecretFiles(env: Environment): Environment {
  const secrets = SECRETS.flatMap((name) => {
    const path = env[`${name}_FILE`]?.trim();
    return path ? [[name, readSecret(env, name, path)] as const] : [];
  });
  return { ...env, ...Object.fromEntries(secrets) };
}

function readSecret(env: Environment, name: string, path: string): string {
  if (env[name]?.trim()) throw new ConfigError(`${name} and ${name}_FILE are both set: unset one.`);
  const text = readIfPossible(path);
  if (text) return text;
  const fault = text === null ? 'a file that cannot be read' : 'an empty file';
  throw new ConfigError(
    `${name}_FILE is ${JSON.stringify(path)}, ${fault}: name one that holds ${name} and nothing else.`,
  );
}

function readIfPossible(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
