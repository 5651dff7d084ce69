import { expect, it } from '@jest/globals';
import { securityHeaders } from './security-headers.js';

const always = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

it('holds browsers to what is safe', () => {
  expect(securityHeaders(false)).toEqual(always);
});

it('says by https what holds there alone', () => {
  expect(securityHeaders(true)).toEqual({
    ...always,
    'cross-origin-opener-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'strict-transport-security': 'max-age=31536000',
  });
});
