import fc from 'fast-check';
import { latin1, oddValue, repeated, type Surroundings } from './pieces.ts';

const hostName = fc.oneof(
  fc.constantFrom(
    '',
    'example.com',
    'nowhere.invalid',
    'EXAMPLE.com.',
    'a_b.example',
    '[::1]',
    '[::1',
    '127.0.0.1:99999',
    '127.0.0.1:-1',
    'localhost:',
    'a b',
    'a,b',
    'user@host',
    'http://host/',
    'bücher.example',
    'xn--',
    'xn--a-ecp.ru',
    '..',
    '.',
    '*',
    '%00',
    '%31.example',
    '1.2.3',
    '0x7f.1',
    '$(id)',
    '\'"><script>',
    '__proto__',
    'constructor',
    'toString',
  ),
  latin1(1, 60),
  repeated(['a', 'a.', '-', '.'], 50, 5_000),
);
/** Lines that say whom the request is for, sometimes somebody else. */
export const hostLinesOf = ({ host }: Pick<Surroundings, 'host'>) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant([`Host: ${host}`]) },
    { weight: 1, arbitrary: hostName.map((name) => [`Host: ${name}`]) },
  );

/** None, two, or one that is none. */
export const brokenHostLinesOf = ({ host }: Pick<Surroundings, 'host'>) =>
  fc.oneof(
    { weight: 4, arbitrary: hostLinesOf({ host }) },
    { weight: 1, arbitrary: fc.constant([] as string[]) },
    { weight: 1, arbitrary: hostName.map((name) => [`Host: ${host}`, `Host: ${name}`]) },
    { weight: 1, arbitrary: hostName.map((name) => [`Host : ${name}`]) },
  );

const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.constantFrom(
    '',
    'unknown',
    '_hidden',
    '1.2.3.4:80',
    '[::1]:80',
    '1.2.3.4, 5.6.7.8',
    ',,,',
    '999.1.1.1',
    '::ffff:1.2.3.4',
    'fe80::1%eth0',
    '1.2.3.4 ',
    "';--",
  ),
  latin1(0, 40),
);
/** Names that somebody reads, each with values that say something. */
const telling: Readonly<Record<string, readonly string[]>> = {
  'User-Agent': [
    '',
    'curl/8',
    'Googlebot/2.1',
    'WhatsApp/2',
    'Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X)',
    'Mozilla/5.0 (Linux; Android 10; K)',
  ],
  'Accept-Language': ['vi', 'en;q=0', '*', 'vi-VN;q=9,fr;q=,;;;', 'en;q=0.0001', 'x-'.repeat(200)],
  Accept: ['*/*', 'text/html', 'application/json;q=0', 'text/event-stream', ',,,/'],
  Referer: [
    'https://example.com/',
    'http://[',
    'android-app://x',
    'javascript:alert(1)',
    '%',
    `https://${'a.'.repeat(500)}`,
  ],
  Cookie: [
    'a',
    '=',
    ';;;',
    'language=vi; theme=dark',
    'language=%zz; theme=\u00ff',
    'linkway_session=x',
    'linkway_session=%00; linkway_session=y',
    'own_visits=x',
  ],
  Range: [
    'bytes=0-0',
    'bytes=-1',
    'bytes=5-1',
    'bytes=0-,0-,0-,0-',
    'bytes=99999999999999999999-',
    'lines=1-2',
    'bytes=',
  ],
  'If-None-Match': ['*', '"x"', 'W/"', '"'.repeat(1_000)],
  'If-Match': ['*', '"x"'],
  'If-Modified-Since': ['Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday', '-1'],
  'If-Unmodified-Since': ['Thu, 01 Jan 1970 00:00:00 GMT'],
  'If-Range': ['"x"'],
  Origin: ['null', 'https://evil.example', '%'],
  'Sec-Purpose': ['prefetch', 'prefetch;prerender', 'x'],
  'Content-Type': [
    'application/json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'multipart/form-data; boundary=',
    'application/json; charset=utf-99',
    'json',
    '/',
    'application/x-www-form-urlencoded;charset="',
  ],
  'Content-Encoding': ['gzip', 'br', 'deflate, gzip', 'identity', 'x'],
  'Accept-Encoding': ['gzip;q=0', '*;q=0', 'identity;q=0', 'br;q=2'],
  Expect: ['100-continue', '200-ok'],
  Upgrade: ['websocket', 'h2c', 'TLS/1.0'],
  Connection: ['close', 'upgrade', 'keep-alive, close', 'host', ''],
  'Keep-Alive': ['timeout=-1'],
  Authorization: ['', 'Bearer', 'Bearer ', 'Bearer x', 'Basic !!!', 'Bearer lw_\u00ff', 'Negotiate x'],
  'Idempotency-Key': ['', 'x', 'é', 'k'.repeat(300)],
  'X-CSRF-Token': ['', 'x'],
  'X-Requested-With': ['XMLHttpRequest'],
  'X-HTTP-Method-Override': ['DELETE', ''],
  'X-Original-URL': ['/api/admin/users'],
  Forwarded: ['for=1.2.3.4;host=x', 'for="['],
  DNT: ['1'],
  'Sec-GPC': ['1'],
  traceparent: ['00-0-0-00', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', 'x'],
  tracestate: ['=', 'a=b,'],
  TE: ['trailers'],
  Trailer: ['X'],
  Via: ['1.1 x'],
  'Max-Forwards': ['-1'],
};

/** A line that a parser takes. */
export const headerLineOf = ({ secret, host }: Surroundings) =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .constantFrom(...Object.keys(telling))
        .chain((name) =>
          fc
            .oneof(
              { weight: 3, arbitrary: fc.constantFrom(...(telling[name] ?? [''])) },
              { weight: 1, arbitrary: oddValue },
            )
            .map((value) => `${name}: ${value}`),
        ),
    },
    { weight: 3, arbitrary: address.map((from) => `X-Forwarded-For: ${from}`) },
    { weight: 2, arbitrary: fc.oneof(hostName, fc.constant(host)).map((name) => `X-Forwarded-Host: ${name}`) },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom('https', 'http', '', 'ftp', 'https,http', 'é')
        .map((name) => `X-Forwarded-Proto: ${name}`),
    },
    { weight: 3, arbitrary: fc.constantFrom(secret, '', 'x', `${secret}x`).map((text) => `X-Linkway-Proxy: ${text}`) },
  );

/** One that it need not take, or that says something else of the body. */
export const brokenLine = fc.oneof(
  { weight: 1, arbitrary: fc.tuple(latin1(1, 20), oddValue).map((pair) => pair.join(': ')) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'no colon',
      ': no name',
      ' folded: line',
      'X-Nul: a\0b',
      'X-Bare: a\rb',
      'X-Lf: a\nb: c',
      'X-Tab\t: a',
      'Transfer-Encoding: chunked',
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding:\tchunked',
      'Content-Length: 5',
      'Content-Length: -1',
      'Content-Length: 5, 6',
      'Content-Length: 99999999999999999999',
      'Content-Length: +1',
      '__proto__: x',
      'constructor: x',
    ),
  },
  { weight: 1, arbitrary: repeated(['x', 'ab', 'é'], 4_000, 30_000).map((text) => `X-Huge: ${text}`) },
);
