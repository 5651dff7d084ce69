import { describe, expect, it } from '@jest/globals';
import { isPushEndpoint } from './push-address.js';

describe('where pushes go', () => {
  it.each([
    ['https://fcm.googleapis.com/fcm/send/x', true],
    ['https://updates.push.services.mozilla.com/wpush/v2/x', true],
    ['http://push.example.com/', false],
    ['https://push.example.com:8443/', false],
    ['https://user@push.example.com/', false],
    ['https://10.0.0.1/', false],
    ['https://0x7f000001/', false],
    ['https://[::ffff:169.254.169.254]/', false],
    ['https://metadata.internal/', false],
    ['', false],
  ])('%s: %s', (endpoint, fine) => expect(isPushEndpoint(endpoint, false)).toBe(fine));

  it('may be private, at any port, where that is set, and never in the clear', () => {
    expect(isPushEndpoint('https://127.0.0.1:8443/x', true)).toBe(true);
    expect(isPushEndpoint('http://127.0.0.1:8443/x', true)).toBe(false);
  });
});
