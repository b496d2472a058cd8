import { Client } from 'pg';
import { ConfigError, type Environment } from './variables.ts';

const IS_HERE = /^(localhost|127(\.\d{1,3}){3}|::1|\/.*)$/;

/**
 * Variables with the URL of another machine without verified TLS.
 * @throws ConfigError for a URL that the driver can't read
 */
export function withoutVerifiedTls(env: Environment, variables: readonly string[]): string[] {
  return variables.filter((name) => {
    const connectionString = env[name]?.trim();
    return connectionString !== undefined && connectionString !== '' && isInTheClear(name, connectionString);
  });
}

function isInTheClear(variable: string, connectionString: string): boolean {
  const { host, ssl } = readByDriver(variable, connectionString);
  if (IS_HERE.test(host)) return false;
  return typeof ssl === 'object' ? ssl.rejectUnauthorized === false : !ssl;
}

interface ReadByDriver {
  readonly host: string;
  readonly ssl: boolean | { readonly rejectUnauthorized?: boolean };
}

function readByDriver(variable: string, connectionString: string): ReadByDriver {
  try {
    return new Client({ connectionString });
  } catch (error) {
    // The driver's message contains neither the user nor the password.
    const reason = error instanceof Error ? error.message : 'it is not understood';
    throw new ConfigError(`${variable} cannot be used (${reason}): it must be a postgres:// address.`);
  }
}
