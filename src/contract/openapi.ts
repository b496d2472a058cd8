import * as z from 'zod/mini';
import { API } from './api.ts';
import type { Endpoint } from './endpoint.ts';
import { ERROR_STATUS, errorBody, type ErrorCode } from './errors.ts';

type JsonSchema = z.core.JSONSchema.BaseSchema;

const ALWAYS: readonly ErrorCode[] = [
  'bad_json',
  'validation_failed',
  'too_large',
  'rate_limited',
  'internal',
  'unavailable',
];

export function openApiDocument(siteUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [operationId, definition] of Object.entries(API)) {
    const path = definition.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[definition.method.toLowerCase()] = describe(operationId, definition);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'The Dead Letter Club', version: '1.0.0', description: 'A murder mystery, told by post.' },
    servers: [{ url: siteUrl }],
    paths,
    components: {
      securitySchemes: { user: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: schemaOf(errorBody, 'output') },
    },
  };
}

function describe(operationId: string, definition: Endpoint) {
  return {
    operationId,
    summary: definition.summary,
    ...(definition.access !== 'public' && { security: [{ user: [] }] }),
    ...parametersOf(definition),
    ...(definition.body && { requestBody: { required: true, content: json(schemaOf(definition.body, 'input')) } }),
    responses: {
      200: { description: 'Done.', content: json(schemaOf(definition.reply, 'output')) },
      ...errorResponses(definition),
    },
  };
}

function errorResponses(definition: Endpoint) {
  const signIn: ErrorCode[] = definition.access === 'public' ? [] : ['not_signed_in', 'insufficient_aal'];
  const responses: Record<number, { description: string; content: unknown }> = {};
  for (const code of [...ALWAYS, ...signIn, ...definition.errors]) {
    const known = responses[ERROR_STATUS[code]]?.description;
    const description = known ? `${known}, ${code}` : code;
    responses[ERROR_STATUS[code]] = { description, content: json({ $ref: '#/components/schemas/Error' }) };
  }
  return responses;
}

function parametersOf({ params, query }: Endpoint) {
  const parameters = [...(params ? fieldsOf(params, 'path') : []), ...(query ? fieldsOf(query, 'query') : [])];
  return parameters.length > 0 && { parameters };
}

function fieldsOf(fields: z.ZodMiniType, place: 'path' | 'query') {
  const { properties = {}, required = [] } = schemaOf(fields, 'input');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema,
  }));
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any' });
}

function json(schema: unknown) {
  return { 'application/json': { schema } };
}
