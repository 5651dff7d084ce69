import fc from 'fast-check';
import { body, brokenBody } from './bodies.ts';
import { brokenHostLinesOf, brokenLine, headerLineOf, hostLinesOf } from './head-lines.ts';
import { latin1, percented, repeated, type Surroundings, visible } from './pieces.ts';

/** Bytes for one connection. */
export interface WireRequest {
  /** In latin1, a character for a byte. */
  readonly text: string;
  /** Sent in two pieces, the first of that share, so that a parser meets it half. */
  readonly cut: number | null;
  /** The client resets its connection so many ms after what it sent, without the second piece; at 0 mostly before it was seen. */
  readonly leaves: number | null;
}

const method = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'PURGE', 'QUERY'),
  },
);
const brokenMethod = fc.oneof(
  { weight: 3, arbitrary: method },
  { weight: 1, arbitrary: fc.constantFrom('get', 'BREW', 'GETGET', '', 'G\0T', 'PRI', `M${'E'.repeat(300)}`) },
);
const version = fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0');
const brokenVersion = fc.oneof(
  { weight: 4, arbitrary: version },
  { weight: 1, arbitrary: fc.constantFrom('HTTP/2.0', 'HTTP/9.9', 'http/1.1', 'HTTP/1.', '', 'RTSP/1.0', 'HTTP/0.9') },
);

const pathOf = ({ codes, host }: Surroundings) => {
  const code = fc.constantFrom(...codes);
  const segment = fc.oneof(
    code,
    percented,
    visible(30),
    fc.constantFrom(
      '',
      '.',
      '..',
      '_',
      'api',
      'assets',
      'remotes',
      'admin',
      '\\',
      ';',
      ':',
      '@',
      '*',
      'con',
      '__proto__',
      'constructor',
    ),
  );
  const plain = fc.array(segment, { minLength: 1, maxLength: 5 }).map((parts) => `/${parts.join('/')}`);
  const query = fc.oneof(
    fc.constant(''),
    percented.map((text) => `?${text}`),
    fc.constantFrom(
      '?',
      '??',
      '?=',
      '?&&&',
      '?a=b=c',
      '?utm_source=%E0%A4%A',
      '?utm_content[]=1',
      '?lang=vi',
      '?lang=%00',
      '?token=',
      '?__proto__[a]=1',
      '#x',
      '?a#b?c',
    ),
    visible(60).map((text) => `?q=${text}`),
    repeated(['?', 'a=1&', '%20', '%C3%A9', '&utm_term=x'], 1, 3_000).map((text) => `?${text}`),
  );
  const form = fc.oneof(
    { weight: 6, arbitrary: code.map((each) => `/${each}`) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(
          code,
          fc.constantFrom('+', '%2b', '/', '//', '/.', '%20', '%00', '+/', '++', '/x', '.html', '%09', '%c3%a9'),
        )
        .map(([each, more]) => `/${each}${more}`),
    },
    { weight: 4, arbitrary: plain },
    { weight: 3, arbitrary: percented.map((text) => `/${text}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '/',
        '//',
        '*',
        '',
        '/robots.txt',
        '/favicon.ico',
        '/_/own-visits',
        '/_/own-visits?token=x',
        '/.well-known/x',
        '/index.html',
        '/config.json',
        '/..%2f..%2f..%2fetc%2fpasswd',
        '/assets/..%2f..%2fpackage.json',
        '/api',
        '/api/',
        '/api/%',
        '/api/links/%00',
        '/api/openapi.json',
        '/api/docs',
        '/sitemap.xml',
      ),
    },
    {
      weight: 1,
      arbitrary: repeated(['a', '/', '/..', '%41', '?', '%c3%a9', '/a'], 100, 20_000).map((text) => `/${text}`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom('http://', 'https://', 'HTTP://', 'ftp://', 'http:///', '//', 'http://user@', 'http://['),
          code,
        )
        .map(([scheme, each]) => `${scheme}${host}/${each}`),
    },
  );
  return fc.tuple(form, query).map((parts) => parts.join(''));
};

interface Head {
  verb: string;
  path: string;
  protocol: string;
  hosts: readonly string[];
  lines: readonly string[];
  content: { lines: readonly string[]; text: string };
}

const textOf = ({ verb, path, protocol, hosts, lines, content }: Head): string => {
  const first = [verb, path, ...(protocol === '' ? [] : [protocol])].join(' ');
  return `${[first, ...hosts, ...lines, ...content.lines].join('\r\n')}\r\n\r\n${content.text}`;
};

/** What a parser takes, and everything behind it has to bear. */
const readable = (around: Surroundings) =>
  fc
    .record({
      verb: method,
      path: pathOf(around),
      protocol: version,
      hosts: hostLinesOf(around),
      lines: fc.array(headerLineOf(around), { maxLength: 8 }),
      content: body,
    })
    .map(textOf);

const broken = (around: Surroundings) =>
  fc
    .record({
      verb: brokenMethod,
      path: fc.oneof(
        { weight: 4, arbitrary: pathOf(around) },
        { weight: 1, arbitrary: latin1(0, 60).map((text) => `/${text}`) },
      ),
      protocol: brokenVersion,
      hosts: brokenHostLinesOf(around),
      lines: fc.oneof(
        { weight: 6, arbitrary: fc.array(fc.oneof(headerLineOf(around), brokenLine), { maxLength: 5 }) },
        {
          weight: 1,
          arbitrary: fc
            .integer({ min: 50, max: 2_500 })
            .map((count) => Array.from({ length: count }, (_, at) => `X-${at}: a`)),
        },
      ),
      content: fc.oneof(body, brokenBody),
    })
    .map(textOf);

const noRequest = fc.oneof(
  latin1(1, 500),
  fc.constantFrom(
    '\r\n\r\n',
    '\u0016\u0003\u0001\0\u00a5\u0001\0\0',
    'GET',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    '\0\0\0\0',
  ),
);

/** A request as no client should send it, and sometimes as one does. */
export const wireRequest = (around: Surroundings): fc.Arbitrary<WireRequest> =>
  fc.record({
    text: fc.oneof(
      { weight: 20, arbitrary: readable(around) },
      { weight: 8, arbitrary: broken(around) },
      { weight: 1, arbitrary: noRequest },
    ),
    cut: fc.oneof(
      { weight: 4, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.double({ min: 0, max: 1, noNaN: true }) },
    ),
    leaves: fc.oneof({ weight: 8, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.constantFrom(0, 5) }),
  });
