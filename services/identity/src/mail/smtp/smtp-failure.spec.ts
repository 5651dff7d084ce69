import { describe, expect, it } from '@jest/globals';
import { failureOf } from './smtp-failure.js';

describe('failureOf', () => {
  it.each([
    [{ code: 'ESOCKET', originalCode: 'ECONNREFUSED' }, 'mail.connection_failed', '', false],
    [{ code: 'EDNS', originalCode: 'ENOTFOUND' }, 'mail.connection_failed', '', false],
    [{ code: 'ETIMEDOUT' }, 'mail.connection_failed', '', false],
    [{ code: 'EABORT' }, 'mail.connection_failed', '', false],
    [{ code: 'EPROTOCOL', response: 'HTTP/1.1 400 Bad Request' }, 'mail.connection_failed', '', false],
    [{ code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED' }, 'mail.tls_failed', 'CERT_HAS_EXPIRED', false],
    [{ code: 'ETLS', response: '502 no', responseCode: 502 }, 'mail.tls_failed', '502 no', false],
    [{ code: 'ETLS' }, 'mail.tls_failed', 'STARTTLS', false],
    [
      { code: 'EAUTH', response: '535 5.7.8 bad', responseCode: 535 },
      'mail.authentication_failed',
      '535 5.7.8 bad',
      false,
    ],
    [
      { code: 'EENVELOPE', command: 'MAIL FROM', response: '553 not yours', responseCode: 553 },
      'mail.sender_refused',
      '553 not yours',
      false,
    ],
    [
      { code: 'EENVELOPE', command: 'RCPT TO', response: '550 5.1.1 nobody\r\nhere', responseCode: 550 },
      'mail.recipient_refused',
      '550 5.1.1 nobody here',
      true,
    ],
    [
      { code: 'EENVELOPE', command: 'RCPT TO', response: '554 5.7.1 relay denied', responseCode: 554 },
      'mail.recipient_refused',
      '554 5.7.1 relay denied',
      false,
    ],
    [
      { code: 'EENVELOPE', command: 'RCPT TO', response: '451 greylisted', responseCode: 451 },
      'mail.recipient_refused',
      '451 greylisted',
      false,
    ],
    [
      { code: 'EMESSAGE', command: 'DATA', response: '552 too large', responseCode: 552 },
      'mail.message_refused',
      '552 too large',
      true,
    ],
  ])('%j', (error, code, reason, final) => {
    expect(failureOf(Object.assign(new Error('it failed'), error))).toEqual({ code, reason, final });
  });
});
