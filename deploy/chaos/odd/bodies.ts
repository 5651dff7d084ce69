import fc from 'fast-check';
import { latin1, repeated } from './pieces.ts';

const content = fc.oneof(
  fc.constantFrom(
    '',
    'password=x',
    'password=',
    'password',
    'password=%zz',
    'password=a&password=b',
    '{}',
    '{',
    '[]',
    'null',
    '"x"',
    '{"__proto__":{"a":1}}',
    '{"url":"https://example.com/"}',
    '\u001f\u008b\b\0\0\0',
    '--\r\n',
  ),
  latin1(0, 200),
  repeated(['a', 'password=', '[', '{"a":', '%', '&'], 1, 30_000),
);

/** A body with the lines that announce it. */
export const body = fc.oneof(
  { weight: 6, arbitrary: fc.constant({ lines: [] as string[], text: '' }) },
  { weight: 4, arbitrary: content.map((text) => ({ lines: [`Content-Length: ${text.length}`], text })) },
  {
    weight: 2,
    arbitrary: content.map((text) => ({
      lines: ['Transfer-Encoding: chunked'],
      text: `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
    })),
  },
);

/** The same, announced wrongly, or not at all. */
export const brokenBody = fc.oneof(
  {
    weight: 2,
    arbitrary: fc
      .tuple(content, fc.integer({ min: -3, max: 50 }))
      .map(([text, more]) => ({ lines: [`Content-Length: ${text.length + more}`], text })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        content,
        fc.constantFrom('zz', '-1', '', '5;ext="', 'ffffffffffffffffff', '0x5', '1', '5\n', '00000005'),
        fc.constantFrom('0\r\n\r\n', '0\r\n', '', '0\r\nX-Trailer: a\r\n\r\n', '0\r\nHost: b\r\n\r\n'),
      )
      .map(([text, size, end]) => ({ lines: ['Transfer-Encoding: chunked'], text: `${size}\r\n${text}\r\n${end}` })),
  },
  {
    weight: 1,
    arbitrary: content.map((text) => ({
      lines: ['Transfer-Encoding: chunked', `Content-Length: ${text.length}`],
      text,
    })),
  },
  { weight: 1, arbitrary: content.map((text) => ({ lines: [], text })) },
);
