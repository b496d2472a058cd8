import { CONNECTION_FAILED, type Failure } from './failures.ts';

export interface Intent {
  id: string;
  object: 'payment_intent' | 'setup_intent';
  status: string;
  client_secret: string;
  last_payment_error?: Failure | null;
  last_setup_error?: Failure | null;
}

export type Result<T> = { value: T; error?: undefined } | { value?: undefined; error: Failure };

export type FormValue = string | number | boolean | null | undefined | { [key: string]: FormValue };

/** Sends forms, which need no CORS preflight. */
export class Api {
  constructor(
    private readonly base: string,
    private readonly key: string,
  ) {}

  post<T>(path: string, params: Record<string, FormValue>): Promise<Result<T>> {
    return this.#send<T>(path, { method: 'POST', body: encode({ ...params, key: this.key }) });
  }

  get<T>(path: string, params: Record<string, FormValue>): Promise<Result<T>> {
    return this.#send<T>(`${path}?${encode({ ...params, key: this.key }).toString()}`, { method: 'GET' });
  }

  async #send<T>(path: string, init: RequestInit): Promise<Result<T>> {
    try {
      const response = await fetch(this.base + path, { ...init, credentials: 'omit' });
      const body = (await response.json()) as T | { error: Failure };
      const failed = typeof body === 'object' && body !== null && 'error' in body;
      return failed ? { error: body.error } : { value: body };
    } catch {
      return { error: CONNECTION_FAILED };
    }
  }
}

function encode(params: Record<string, FormValue>): URLSearchParams {
  const form = new URLSearchParams();
  const add = (name: string, value: FormValue) => {
    if (value === undefined || value === null) return;
    if (typeof value !== 'object') form.append(name, String(value));
    else for (const [key, inner] of Object.entries(value)) add(`${name}[${key}]`, inner);
  };
  for (const [name, value] of Object.entries(params)) add(name, value);
  return form;
}
