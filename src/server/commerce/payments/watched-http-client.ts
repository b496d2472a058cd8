import type { Logger } from 'pino';
import { Stripe } from 'stripe';
import { publish } from '../../platform/metrics/occurrences.ts';
import { currentSpan, failureOf, startSpan } from '../../platform/tracing/spans.ts';

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>;

/**
 * Stripe's HTTP client, which also times and traces each request. With `log`, it writes a line with Stripe's request
 * id.
 */
export function watchedHttpClient(log: Logger | null): HttpClient {
  const client = Stripe.createNodeHttpClient();
  return {
    getClientName: () => client.getClientName(),
    async makeRequest(...args) {
      const [, , path, method] = args;
      const call = beginCall(method, stripeRoute(path), log);
      try {
        const response = await client.makeRequest(...args);
        const requestId = response.getHeaders()['request-id'];
        call.answered(response.getStatusCode(), typeof requestId === 'string' ? requestId : null);
        return response;
      } catch (error) {
        call.failed(error);
        throw error;
      }
    },
  };
}

function beginCall(method: string, route: string, log: Logger | null) {
  const startedAt = performance.now();
  const attributes = { 'http.request.method': method, 'url.template': route, 'peer.service': 'stripe' };
  const parent = currentSpan();
  const span = parent && startSpan({ name: `stripe ${method} ${route}`, kind: 'client', attributes, parent });
  const seconds = () => (performance.now() - startedAt) / 1_000;
  return {
    answered(status: number, stripeRequestId: string | null) {
      const outcome = status < 400 ? 'ok' : status < 500 && status !== 429 ? 'refused' : 'failed';
      publish('stripe-call', { method, route, outcome, seconds: seconds() });
      log?.info({ method, route, status, stripeRequestId, ms: Math.round(seconds() * 1_000) }, 'stripe call');
      const answer = {
        'http.response.status_code': status,
        ...(stripeRequestId && { 'stripe.request_id': stripeRequestId }),
      };
      span?.end({ attributes: answer, isError: outcome === 'failed' });
    },
    failed(error: unknown) {
      publish('stripe-call', { method, route, outcome: 'failed', seconds: seconds() });
      log?.info({ method, route, ms: Math.round(seconds() * 1_000) }, 'stripe call without an answer');
      span?.end(failureOf(error));
    },
  };
}

const WORD = /^[a-z_]+$/;
const ACTIONS: ReadonlySet<string> = new Set(['search', 'create_preview']);

/** For example `/v1/subscriptions/:id/ACTION`: without ids, codes and queries. */
export function stripeRoute(path: string): string {
  const [, version = '', resource = '', id, action] = (path.split('?', 1)[0] ?? '').split('/');
  if (version !== 'v1' || !WORD.test(resource)) return '(other)';
  const parts = [
    ...(id === undefined ? [] : [ACTIONS.has(id) ? id : ':id']),
    ...(action !== undefined && WORD.test(action) ? [action] : []),
  ];
  return ['/v1', resource, ...parts].join('/');
}
