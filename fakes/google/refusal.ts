/** An OAuth error, as a page or as JSON. */
export class Refusal extends Error {
  readonly status: 400 | 401 | 404;
  /** RFC 6749 §4.1.2.1 and §5.2, and Google's own `redirect_uri_mismatch`. */
  readonly code: string;

  constructor(status: 400 | 401 | 404, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function missing(parameter: string): Refusal {
  return new Refusal(400, 'invalid_request', `Missing required parameter: ${parameter}`);
}

/** @throws Refusal for a repeated parameter */
export function singleValues(parameters: URLSearchParams): Partial<Record<string, string>> {
  for (const name of new Set(parameters.keys())) {
    if (parameters.getAll(name).length > 1) {
      throw new Refusal(400, 'invalid_request', `OAuth 2 parameters can only have a single value: ${name}`);
    }
  }
  // An empty value counts as absent (RFC 6749 §3.1).
  return Object.fromEntries([...parameters].filter(([, value]) => value !== ''));
}
