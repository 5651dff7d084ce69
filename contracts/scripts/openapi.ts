import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiPathsObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import type { EndpointContract } from '../src/contract.js';
import { type ErrorCode, type ErrorParams, errorMessage, errorMessages, errors } from '../src/errors/index.js';
import { webhookMessages } from '../src/http/webhook-messages.js';
import { permissionForKeys } from '../src/permissions.js';
import { type Problem, problemSchema } from '../src/problem.js';
import { API_KEY_PREFIX } from '../src/rules/api-keys.js';
import { forDocuments, openObjects, openReferences } from './json-schema.js';

const tags = {
  auth: 'Accounts and sessions',
  account: 'The account of the caller',
  'api-keys': 'Keys for programs',
  webhooks: 'Messages to servers of customers',
  guest: 'Links without an account',
  links: 'Short links',
  analytics: 'Clicks, counted',
  domains: 'Domains that links are made on',
  mail: 'Mails, for administrators',
  deployment: 'Whether the installation is ready, for administrators',
  users: 'Everybody who has an account, for administrators',
} as Record<string, string>;

const exampleParams: ErrorParams = {
  code: 'summer',
  limit: 5,
  retry_after: 30,
  variable: '{{reset_link}}',
  reason: '550 5.1.1 No such user',
};

/** The OpenAPI 3.1 document of the endpoints; deterministic, so that it can be compared with the committed one. */
export function buildOpenApi(endpoints: readonly EndpointContract[]): object {
  const paths: ZodOpenApiPathsObject = {};
  const used = new Set<ErrorCode>();
  for (const endpoint of endpoints) {
    for (const code of possibleErrors(endpoint)) used.add(code);
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method]: operationOf(endpoint) };
  }
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Linkway API',
        version: '1.0.0',
        description:
          'Short links with analytics. Names are in snake_case, times in RFC 3339 UTC, ids are UUIDs. ' +
          'Programs call it with an API key (Authorization: Bearer), pages with the session of whoever is signed in. ' +
          'An error is answered as application/problem+json (RFC 9457); its `code` is stable, its `detail` follows Accept-Language (en, vi).',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'The address that serves this document' }],
      tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name, description: tags[name] })),
      paths,
      webhooks: webhooksOf(),
      components: {
        securitySchemes: {
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: 'linkway_session',
            description:
              'Set by sign-in and registration, HttpOnly; named __Host-linkway_session on https. ' +
              'Every request that changes something also carries X-CSRF-Token.',
          },
          apiKey: {
            type: 'http',
            scheme: 'bearer',
            description:
              `An API key of an account with the Premium plan, such as ${API_KEY_PREFIX}... It needs no X-CSRF-Token, and a session cookie ` +
              'beside it is not looked at. A key with the permission `read` reads links, statistics and domains; one with `write` makes, changes ' +
              'and deletes links, too. For a key with `domain_ids` there are no links of other domains. Operations without this scheme are refused with 403; those without any take no notice of a key.',
          },
        },
        schemas: { Problem: problemSchema },
        examples: Object.fromEntries([...used].sort().map((code) => [code, { value: exampleOf(code) }])),
      },
    },
    {
      override: (context) => {
        openObjects(context);
        forDocuments(context);
      },
    },
  );
  return openReferences(document);
}

/** What is sent to the webhooks of customers: the headers of the Standard Webhooks convention, and the messages. */
function webhooksOf(): ZodOpenApiPathsObject {
  const messages = Object.entries(webhookMessages).map(([type, { summary, body }]) => [
    type,
    {
      post: {
        operationId: `receive_${type.replaceAll('.', '_')}`,
        summary,
        description: MESSAGES,
        tags: ['webhooks'],
        security: [],
        requestParams: { header: messageHeaders },
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
        responses: {
          '2XX': { description: 'Received' },
          '410': { description: 'The webhook is turned off' },
          default: { description: 'Not received: it is sent again' },
        },
      },
    },
  ]);
  return Object.fromEntries(messages) as ZodOpenApiPathsObject;
}

const MESSAGES =
  'Sent to each webhook that is told of it, signed as https://www.standardwebhooks.com says. An answer other than 2xx within 15 seconds is tried again ' +
  'after 5 s, 1 min, 5 min, 30 min, 2 h, 6 h, 12 h and 24 h. Messages may come in another order, and more than once: by webhook-id one knows them again.';
const messageHeaders = z.object({
  'webhook-id': z.string().describe('Of the message, the same in each attempt and replay.'),
  'webhook-timestamp': z.string().describe('Of the attempt, in seconds since 1970.'),
  'webhook-signature': z
    .string()
    .describe(
      'v1, and the base64 of the HMAC-SHA256 of id.timestamp.body by the secret; with a space between, where there are two secrets.',
    ),
});

function operationOf(endpoint: EndpointContract): ZodOpenApiOperationObject {
  const { success, params, query, body, upload } = endpoint;
  const header = headersOf(endpoint);
  return {
    operationId: endpoint.operationId,
    summary: endpoint.summary,
    ...(endpoint.permission && { description: descriptionOf(endpoint) }),
    tags: [endpoint.tag],
    security: securityOf(endpoint),
    requestParams: { ...(params && { path: params }), ...(query && { query }), ...(header && { header }) },
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    ...(upload && { requestBody: { required: true, content: files(upload.types) } }),
    responses: {
      [success.status]: {
        description: success.description,
        ...(permissionForKeys(endpoint) && { headers: RATE_LIMIT_HEADERS }),
        ...(success.body && { content: { 'application/json': { schema: success.body } } }),
        ...(success.media && { content: files([success.media].flat()) }),
        ...(success.events && { content: { 'text/event-stream': { schema: eventStream(success.events) } } }),
      },
      ...problemResponses(endpoint),
    },
  };
}

/** What it needs, and what an API key with a scope is told. */
function descriptionOf({ permission, scopes }: EndpointContract): string {
  const needs = `Needs the permission \`${permission}\`.`;
  if (scopes === 'kept') return `${needs} For an API key with domains there are the links of these alone.`;
  if (scopes === 'refused') return `${needs} An API key with domains is refused with \`auth.outside_key_scope\`.`;
  return needs;
}

function securityOf(endpoint: EndpointContract): Record<string, string[]>[] {
  if (endpoint.auth === 'public') return [];
  return [
    ...(endpoint.auth === 'optional' ? [{}] : []),
    { session: [] },
    ...(permissionForKeys(endpoint) ? [{ apiKey: [] }] : []),
  ];
}

/** Of the IETF's draft "RateLimit header fields for HTTP". */
const RATE_LIMIT_HEADERS = {
  RateLimit: {
    description: 'To an API key: the requests that are left (r), and the seconds until there are all again (t).',
    schema: { type: 'string' as const, examples: ['"api-key";r=987;t=1800'] },
  },
  'RateLimit-Policy': {
    description: 'To an API key: the requests that it has (q) in a window of so many seconds (w).',
    schema: { type: 'string' as const, examples: ['"api-key";q=1000;w=3600'] },
  },
};

const files = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } as const }]));

/** One event of the stream, its data read. */
const eventStream = (events: Readonly<Record<string, z.ZodType>>): z.ZodType => {
  const [first, ...others] = Object.entries(events).map(([event, data]) => z.object({ event: z.literal(event), data }));
  if (!first) throw new Error('a stream of events has at least one kind');
  return z.union([first, ...others]);
};

function headersOf(endpoint: EndpointContract): z.ZodObject | undefined {
  const headers = {
    ...(endpoint.method !== 'get' && {
      'X-CSRF-Token': z
        .string()
        .optional()
        .describe(
          'From GET /api/auth/csrf; a browser session sends it with every change, an API key does not need it.',
        ),
    }),
    ...(endpoint.auth !== 'public' && {
      'X-Linkway-Account': z
        .string()
        .optional()
        .describe('The id of the user that the caller takes the session for; another user’s session is refused.'),
    }),
    ...(isIdempotent(endpoint) && {
      'Idempotency-Key': z
        .string()
        .max(255)
        .optional()
        .describe(
          'Any text of your choice; for 24 hours a repeated one creates nothing and gives the first answer again, where the operation says nothing else.',
        ),
    }),
    ...endpoint.headers?.shape,
  };
  return Object.keys(headers).length > 0 ? z.object(headers) : undefined;
}

const isIdempotent = (endpoint: EndpointContract) =>
  endpoint.method === 'post' && endpoint.errors.includes('request.idempotency_mismatch');

/** What the contract names, and what the edge may answer to any request of that shape. */
function possibleErrors(endpoint: EndpointContract): ErrorCode[] {
  const codes = new Set<ErrorCode>(endpoint.errors);
  const add = (...more: ErrorCode[]) => more.forEach((code) => codes.add(code));
  if (endpoint.auth === 'session') add('auth.unauthenticated', 'auth.forbidden');
  if (endpoint.auth !== 'public') {
    add('session.other_account', 'auth.forbidden', 'auth.api_key_invalid', 'auth.subscription_required');
  }
  if (endpoint.scopes === 'refused') add('auth.outside_key_scope');
  if (endpoint.auth !== 'public' && !endpoint.beforePasswordChange) add('auth.password_change_required');
  if (endpoint.auth !== 'public' && !endpoint.beforeConfirmation) add('auth.email_confirmation_required');
  if (endpoint.permission?.startsWith('admin:')) {
    add('security.address_not_allowed', 'security.two_factor_setup_required');
  }
  if (endpoint.method !== 'get') add('request.csrf_invalid', 'request.origin_forbidden');
  if (endpoint.params || endpoint.query || endpoint.headers || endpoint.body) add('request.invalid');
  if (endpoint.upload) add(endpoint.upload.refusals.type, endpoint.upload.refusals.size);
  if (endpoint.body) {
    add('request.malformed', 'request.too_deep', 'request.too_large', 'request.unsupported_media_type');
  }
  add('request.host_unknown', 'request.rate_limited', 'security.address_blocked');
  add('service.busy', 'service.internal', 'service.unavailable', 'service.timeout');
  return [...codes].sort();
}

function problemResponses(endpoint: EndpointContract): ZodOpenApiResponsesObject {
  const responses: ZodOpenApiResponsesObject = {};
  for (const [status, codes] of Map.groupBy(possibleErrors(endpoint), (code) => errors[code].status)) {
    responses[`${status}` as '400'] = {
      description: codes.map((code) => `\`${code}\``).join(', '),
      ...((status === 429 || status === 503) && {
        headers: {
          'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
          ...(status === 429 && permissionForKeys(endpoint) && RATE_LIMIT_HEADERS),
        },
      }),
      ...(status === 401 &&
        endpoint.auth !== 'public' && {
          headers: { 'WWW-Authenticate': { description: 'Bearer, to a wrong API key', schema: { type: 'string' } } },
        }),
      content: {
        'application/problem+json': {
          schema: problemSchema,
          examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
        },
      },
    };
  }
  return responses;
}

function exampleOf(code: ErrorCode): Problem {
  const names = [...errorMessages.en[code].matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const params = Object.fromEntries(names.map((name) => [name, exampleParams[name] ?? name]));
  const { status } = errors[code];
  return {
    type: `/problems/${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: errorMessage(code, 'en', params),
    code,
    params,
    trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
  };
}
