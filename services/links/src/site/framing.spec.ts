import { describe, expect, it } from '@jest/globals';
import { framingOf, policiesOf } from './framing.js';

const PAGE = 'https://shop.example/sale';
const framed = (headers: Record<string, string>, within = 'https://go.example', page = PAGE) =>
  framingOf(policiesOf(headers), page, within);
const byAncestors = (sources: string, within?: string, page?: string) =>
  framed({ 'content-security-policy': `default-src 'self'; frame-ancestors ${sources}` }, within, page);

describe('framingOf', () => {
  it.each([
    ['DENY', 'forbidden'],
    ['sameorigin', 'forbidden'],
    ['SAMEORIGIN, SAMEORIGIN', 'forbidden'],
    ['ALLOW-FROM https://go.example', 'allowed'],
    ['nonsense', 'allowed'],
    ['nonsense, other', 'forbidden'],
    ['', 'allowed'],
  ])('takes X-Frame-Options: %s for %s', (options, framing) => {
    expect(framed({ 'x-frame-options': options })).toBe(framing);
  });

  it('lets an origin of its own frame it where it says so', () => {
    expect(framed({ 'x-frame-options': 'SAMEORIGIN' }, 'https://shop.example')).toBe('allowed');
    expect(byAncestors("'self'", 'https://shop.example')).toBe('allowed');
  });

  it.each([
    ["'none'", 'forbidden'],
    ['', 'forbidden'],
    ['*', 'allowed'],
    ['https:', 'allowed'],
    ['https://go.example', 'allowed'],
    ['http://go.example', 'allowed'],
    ['go.example', 'allowed'],
    ['go.example:443', 'allowed'],
    ['go.example:8443', 'forbidden'],
    ['go.example:*', 'allowed'],
    ['*.example', 'allowed'],
    ['*.go.example', 'forbidden'],
    ['https://other.example https://GO.example/path', 'allowed'],
    ['ws:', 'forbidden'],
    ["'nonsense'", 'forbidden'],
  ])('takes frame-ancestors %s for %s', (sources, framing) => {
    expect(byAncestors(sources)).toBe(framing);
  });

  it('minds ports and schemes of who frames it', () => {
    expect(byAncestors('https:', 'http://go.example')).toBe('forbidden');
    expect(byAncestors('go.example', 'https://go.example:8443')).toBe('forbidden');
    expect(byAncestors('http://go.example:80')).toBe('allowed');
    expect(framed({}, 'https://go.example', 'http://shop.example/')).toBe('forbidden');
    expect(framed({}, 'http://go.example', 'http://shop.example/')).toBe('allowed');
  });

  it('needs all policies to let it, which win over X-Frame-Options', () => {
    expect(framed({ 'content-security-policy': "frame-ancestors *, frame-ancestors 'none'" })).toBe('forbidden');
    expect(framed({ 'content-security-policy': 'frame-ancestors *', 'x-frame-options': 'DENY' })).toBe('allowed');
    expect(framed({ 'content-security-policy': "default-src 'none'", 'x-frame-options': 'DENY' })).toBe('forbidden');
    expect(framed({ 'content-security-policy': "frame-ancestors 'none'; frame-ancestors *" })).toBe('forbidden');
  });
});
