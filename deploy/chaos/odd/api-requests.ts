import fc from 'fast-check';

/** As the OpenAPI document has it, as far as it counts here. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { in: string; name: string; schema: Schema }[];
  readonly requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
}
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface ApiRequest {
  readonly operation: string;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** null: none is sent. */
  readonly body: string | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** The answer of the first does not end; the others end what the callers are known by. */
const LEFT_OUT = ['followClicks', 'logout', 'endOtherSessions', 'endImpersonation'];

const DEEP = 2_000;
const deep = (open: string, close: string): string => `${open.repeat(DEEP)}1${close.repeat(DEEP)}`;

/** Values that no field is made for. A text that is no JSON may stand for a whole body alone. */
const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u200b',
  'é',
  '😀',
  '%00',
  '%',
  '../',
  "'; DROP TABLE links; --",
  '<script>',
  '${x}',
  '__proto__',
  'NaN',
  'null',
  '9999-12-31T23:59:59.999Z',
  '+275760-09-13T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '2024-02-30T00:00:00Z',
  '0000-00-00',
  '2024-01-01T00:00:00+99:99',
  'http://',
  'http://[',
  'https://a:b@example.com/',
  'javascript:alert(1)',
  'http://127.0.0.1:1/',
  `https://example.com/${'a'.repeat(9_000)}`,
  'https://\u0000.example/',
  'https://xn--/',
  'https://ex ample.com/',
  '00000000-0000-0000-0000-000000000000',
  'x'.repeat(70_000),
  'é'.repeat(5_000),
  'a@b',
  `${'a'.repeat(300)}@example.com`,
];
const oddNumbers = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324];
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...oddTexts),
  fc.constantFrom<unknown>(...oddNumbers),
  fc.constantFrom<unknown>(null, true, [], {}, [[]], [null], { __proto__: null, constructor: { prototype: {} } }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.array(fc.constantFrom<unknown>(1, 'a', null), { minLength: 101, maxLength: 1_500 }),
);

const oddBodies = [
  '',
  '{',
  'null',
  '[]',
  '"x"',
  '{"a":1,}',
  '{"url":"https://example.com/","url":1}',
  '\ufeff{}',
  deep('[', ']'),
  deep('{"a":', '}'),
  '{"__proto__":{"x":1}}',
  '1e999',
  `"${'x'.repeat(200_000)}"`,
  '{"\\ud800":"\\u0000"}',
];

const headers = fc.dictionary(
  fc.constantFrom(
    'accept-language',
    'accept',
    'idempotency-key',
    'content-type',
    'if-none-match',
    'x-linkway-account',
    'x-forwarded-for',
    'x-csrf-token',
    'x-request-id',
    'traceparent',
    'range',
    'origin',
    'x-linkway-device',
  ),
  fc.constantFrom(
    '',
    'x',
    'vi',
    '*',
    'application/json; charset=utf-16',
    'text/plain',
    'multipart/form-data; boundary=x',
    'image/png',
    '00000000-0000-0000-0000-000000000000',
    'k'.repeat(500),
    'é',
    '1.2.3.4',
    'bytes=0-0',
  ),
  { maxKeys: 2 },
);

export class ApiRequests {
  private readonly document: ApiDocument;
  /** Things of the callers, so that requests lead further than to what is not there. */
  private readonly ids: readonly string[];

  constructor(document: ApiDocument, ids: readonly string[]) {
    this.document = document;
    this.ids = ids;
  }

  /** One of all operations that are open to customers, with values that fit and values that do not. */
  any(): fc.Arbitrary<ApiRequest> {
    const open = Object.entries(this.document.paths).filter(([path]) => !path.startsWith('/api/admin'));
    const operations = open.flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { operationId }]) => !LEFT_OUT.includes(operationId))
        .map(([method, operation]) => this.of(path, method.toUpperCase(), operation)),
    );
    return fc.oneof(...operations);
  }

  private of(
    path: string,
    method: string,
    { operationId, parameters = [], requestBody }: Operation,
  ): fc.Arbitrary<ApiRequest> {
    const schema = requestBody?.content['application/json']?.schema;
    const whole = schema ? this.valueOf(schema, 0).map((value) => JSON.stringify(value) ?? 'null') : fc.constant(null);
    const some = fc.constantFrom<string | null>(...oddBodies, null);
    const body = fc.oneof({ weight: 6, arbitrary: whole }, { weight: method === 'GET' ? 0 : 1, arbitrary: some });
    return fc.record({
      operation: fc.constant(operationId),
      method: fc.constant(method),
      path: fc.tuple(this.pathOf(path), this.queryOf(parameters)).map((parts) => parts.join('')),
      body,
      headers,
    });
  }

  private pathOf(path: string): fc.Arbitrary<string> {
    const parts = path.split(/(\{\w+\})/).map((part) =>
      part.startsWith('{')
        ? fc.oneof(
            { weight: 4, arbitrary: fc.constantFrom(...this.ids) },
            {
              weight: 1,
              arbitrary: fc
                .oneof(
                  fc.uuid(),
                  fc.constantFrom(...oddTexts.filter((text) => text.length < 2_000)),
                  fc.string({ unit: 'binary', maxLength: 20 }),
                )
                .map(encoded),
            },
            { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%c3%28', '%2e%2e%2f', 'a;b', '~') },
          )
        : fc.constant(part),
    );
    return fc.tuple(...parts).map((all) => all.join(''));
  }

  private queryOf(parameters: NonNullable<Operation['parameters']>): fc.Arbitrary<string> {
    const known = parameters.filter((parameter) => parameter.in === 'query');
    const pairs = known.map(({ name, schema }) =>
      fc
        .option(this.valueOf(schema, 0), { nil: undefined, freq: 1 })
        .map((value) =>
          value === undefined
            ? ''
            : `${encoded(name)}=${encoded(typeof value === 'string' ? value : JSON.stringify(value))}`,
        ),
    );
    const more = fc.constantFrom('', '', '', '', 'x=1', '%', 'a[]=1', '&&', 'limit=1&limit=2', 'page=0', '%00=%00');
    return fc.tuple(more, ...pairs).map((all) => {
      const query = all.filter(Boolean).join('&');
      // Beyond it nothing is read at all.
      return query === '' ? '' : `?${query.slice(0, 6_000)}`;
    });
  }

  /** Mostly what fits. */
  private valueOf(schema: Schema, depth: number): fc.Arbitrary<unknown> {
    return fc.oneof({ weight: 12, arbitrary: this.fitting(schema, depth) }, { weight: 1, arbitrary: odd });
  }

  private fitting(schema: Schema, depth: number): fc.Arbitrary<unknown> {
    const name = schema.$ref?.split('/').at(-1);
    if (name !== undefined) return this.fitting(this.document.components.schemas[name] ?? {}, depth);
    if (schema.const !== undefined) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
    if (choices && choices.length > 0) return fc.oneof(...choices.map((choice) => this.fitting(choice, depth)));
    const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
    if (type === 'object' || schema.properties) return this.objectOf(schema, depth);
    if (type === 'array')
      return fc.array(depth > 6 ? odd : this.valueOf(schema.items ?? {}, depth + 1), { maxLength: 3 });
    if (type === 'integer' || type === 'number') return fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer());
    if (type === 'boolean') return fc.boolean();
    if (type === 'null') return fc.constant(null);
    return this.textOf(schema);
  }

  private objectOf({ properties = {}, required = [] }: Schema, depth: number): fc.Arbitrary<unknown> {
    if (depth > 6) return odd;
    const values = Object.fromEntries(
      Object.entries(properties).map(([name, each]) => [name, this.valueOf(each, depth + 1)]),
    );
    const requiredKeys = required.filter((name) => name in values);
    return fc.oneof(
      { weight: 8, arbitrary: fc.record(values, { requiredKeys }) },
      { weight: 1, arbitrary: fc.record(values, { requiredKeys: [] }) },
    );
  }

  private textOf({ format }: Schema): fc.Arbitrary<string> {
    switch (format) {
      case 'uuid':
        return fc.oneof(fc.constantFrom(...this.ids), fc.uuid());
      case 'uri':
        return fc.oneof(
          fc.constantFrom('https://example.com/a?b=c#d', 'http://xn--bcher-kva.example/', 'example.com'),
          fc.webUrl(),
        );
      case 'date-time':
        return fc.constantFrom(
          '2030-01-01T00:00:00Z',
          '2024-02-29T23:59:60Z',
          '2024-06-01T00:00:00+07:00',
          '1970-01-01T00:00:00Z',
        );
      case 'email':
        return fc.oneof(fc.constantFrom('nobody@example.com'), fc.emailAddress());
      default:
        return fc.oneof(
          fc.constantFrom(
            'a',
            'en',
            'vi',
            'Asia/Ho_Chi_Minh',
            'spring',
            'https://example.com/',
            '2024-01-01',
            'created_at',
            'VN',
            '10:00',
          ),
          fc.string({ unit: 'grapheme', maxLength: 40 }),
        );
    }
  }
}

/** Lone surrogates, which no address can have, are their replacement there. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());
