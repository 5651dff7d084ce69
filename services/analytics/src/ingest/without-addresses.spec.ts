import { describe, expect, it } from '@jest/globals';
import type { JsMsg } from '@nats-io/jetstream';
import { withoutAddresses } from './without-addresses.js';

const message = (text: string): JsMsg =>
  ({ seq: 7, subject: 's', data: new TextEncoder().encode(text), string: () => text }) as unknown as JsMsg;
const cleaned = (text: string): string => new TextDecoder().decode(withoutAddresses(message(text)).data);

describe('withoutAddresses', () => {
  it('empties every address and leaves the rest as it is', () => {
    const click = { code: 'abc', ip: '203.0.113.77', user_agent: 'Firefox "ip"' };
    const text = JSON.stringify({ id: 'x', data: { clicks: [click, { ...click, ip: '2001:db8::1' }] } });
    expect(JSON.parse(cleaned(text))).toEqual({
      id: 'x',
      data: {
        clicks: [
          { ...click, ip: '' },
          { ...click, ip: '' },
        ],
      },
    });
    expect(withoutAddresses(message(text)).seq).toBe(7);
  });

  it.each([
    [
      '{"data":{"clicks":[{"ip":"203.0.113.77","code":"a"},{"ip": "203.0.1',
      '{"data":{"clicks":[{"ip":"","code":"a"},{"ip": ""',
    ],
    ['not json at all', 'not json at all'],
  ])('empties them in what cannot be read: %s', (text, expected) => expect(cleaned(text)).toBe(expected));
});
