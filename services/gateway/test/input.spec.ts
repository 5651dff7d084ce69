import { connect } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { problemSchema } from '@linkway/contracts';
import type { Answer } from './support/browser.js';
import { useWorld } from './support/world.js';

const world = useWorld();
const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const guest = { url: 'https://example.com', device_id: 'device-1234' };

function expectProblem(answer: Answer): void {
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(problemSchema.parse(answer.json).status).toBe(answer.status);
}

describe('a body that cannot be read', () => {
  it.each([
    ['broken JSON', '{"url":', 400, 'request.malformed'],
    ['no JSON at all', 'url=https://example.com', 400, 'request.malformed'],
    ['a __proto__ key', '{"url":"https://example.com","__proto__":{"x":1}}', 400, 'request.malformed'],
    ['a constructor key', '{"constructor":{"prototype":{"x":1}}}', 400, 'request.malformed'],
    ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 400, 'request.malformed'],
    ['nesting beyond 20', nested(21), 400, 'request.too_deep'],
    ['nesting beyond any stack', '['.repeat(30_000) + ']'.repeat(30_000), 400, 'request.too_deep'],
    ['more than 64 KiB', JSON.stringify({ ...guest, url: 'x'.repeat(70_000) }), 413, 'request.too_large'],
    ['nothing', '', 400, 'links.url_required'],
    ['null', 'null', 400, 'request.invalid'],
    ['a list', '[]', 400, 'request.invalid'],
    ['a string', '"x"', 400, 'request.invalid'],
    ['a number', '1e999', 400, 'request.invalid'],
  ])('%s', async (_name, body, status, code) => {
    const answer = await world.browser().post('/api/guest/links', body);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expectProblem(answer);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'nonsense',
  ])('content type %s', async (type) => {
    const answer = await world.browser().post('/api/guest/links', 'url=x', { 'content-type': type });
    expect([answer.status, answer.json.code]).toEqual([415, 'request.unsupported_media_type']);
    expectProblem(answer);
  });
});

describe('a body in another form', () => {
  it.each([
    ['compressed', { 'content-encoding': 'gzip' }, 415],
    ['not compressed', { 'content-encoding': 'identity' }, 400],
    ['UTF-16', { 'content-type': 'application/json; charset=utf-16le' }, 415],
    ['UTF-8', { 'content-type': 'application/json; charset="UTF-8"' }, 400],
  ])('%s', async (_name, headers, status) => {
    const answer = await world.browser().post('/api/guest/links', '{"device_id":"device-1234"}', headers);
    expect(answer.status).toBe(status);
    expectProblem(answer);
  });
});

describe('a body with wrong fields', () => {
  const field = (name: string, code: string) => expect.objectContaining({ field: name, code });
  it.each([
    ['a missing field', { url: guest.url }, 'request.invalid', field('device_id', 'request.field_required')],
    ['a number for a text', { ...guest, url: 5 }, 'request.invalid', field('url', 'request.field_type')],
    ['a null', { ...guest, custom_code: null }, 'request.invalid', field('custom_code', 'request.field_type')],
    ['an unknown field', { ...guest, admin: true }, 'request.invalid', field('admin', 'request.field_unknown')],
    [
      'control characters',
      { ...guest, device_id: 'dev\u0000ice-1234' },
      'request.invalid',
      field('device_id', 'request.field_characters'),
    ],
    [
      'a lone surrogate',
      { ...guest, device_id: 'device-\ud800' },
      'request.invalid',
      field('device_id', 'request.field_characters'),
    ],
    ['an address that is none', { ...guest, url: 'not a url' }, 'links.url_invalid', field('url', 'links.url_invalid')],
    [
      'a script address',
      { ...guest, url: 'javascript:alert(1)' },
      'links.url_invalid',
      field('url', 'links.url_invalid'),
    ],
    [
      'a code with a space',
      { ...guest, custom_code: 'a b' },
      'links.code_invalid',
      field('custom_code', 'links.code_invalid'),
    ],
    [
      'an id that is none',
      { ...guest, domain_id: "1' OR 1=1" },
      'request.invalid',
      field('domain_id', 'request.field_type'),
    ],
  ])('%s', async (_name, body, code, error) => {
    const answer = await world.browser().post('/api/guest/links', body);
    expect([answer.status, answer.json.code]).toEqual([400, code]);
    expect(answer.json.errors).toContainEqual(error);
    expectProblem(answer);
  });

  it('names every field of a registration, in Vietnamese', async () => {
    const answer = await world.browser().post('/api/auth/register', { email: 'x' }, { 'accept-language': 'vi' });
    expect(answer.json).toMatchObject({
      status: 400,
      code: 'auth.email_invalid',
      detail: 'Vui lòng nhập email hợp lệ',
    });
    expect(answer.json.errors).toEqual(
      expect.arrayContaining([
        { field: 'email', code: 'auth.email_invalid', detail: 'Vui lòng nhập email hợp lệ' },
        { field: 'password', code: 'auth.password_required', detail: 'Vui lòng nhập mật khẩu' },
        { field: 'accept_terms', code: 'auth.terms_required', detail: 'Vui lòng đồng ý với điều khoản dịch vụ' },
        { field: 'full_name', code: 'request.field_required', detail: 'Vui lòng điền thông tin này.' },
      ]),
    );
  });
});

describe('an address or query that cannot be served', () => {
  it.each([
    ['GET', '/api/links/%zz', 400, 'request.malformed'],
    ['GET', '/api/%E0%A4%A', 400, 'request.malformed'],
    ['GET', '/api/nothing', 404, 'request.not_found'],
    ['GET', '/api', 404, 'request.not_found'],
    ['GET', '/api/', 404, 'request.not_found'],
    ['POST', '/api/nothing', 404, 'request.not_found'],
    ['GET', `/api/links/${'x'.repeat(4000)}`, 404, 'request.not_found'],
    ['PATCH', '/api/links', 405, 'request.method_not_allowed'],
    ['DELETE', '/api/auth/login', 405, 'request.method_not_allowed'],
    ['GET', '/api/guest/quota', 400, 'request.invalid'],
    ['GET', '/api/guest/quota?device_id=12345678&device_id=12345678', 400, 'request.invalid'],
    ['GET', '/nothing/here', 404, 'request.not_found'],
    ['POST', '/nothing/here', 404, 'request.not_found'],
  ])('%s %s', async (method, path, status, code) => {
    const answer = await world.browser().send(method, path);
    expect([answer.status, answer.json.code]).toEqual([status, code]);
    expectProblem(answer);
  });

  it.each(['/api/%', '/api/links/%zz', `/api/links/${'x'.repeat(4000)}`])('can be traced: %#', async (path) => {
    const trace = 'ab'.repeat(16);
    const own = await world.browser().send('GET', path);
    expect(own.json.trace_id).toMatch(/^[\da-f]{32}$/);
    expect(own.headers.get('x-request-id')).not.toBeNull();
    const carried = await world.browser().get(path, { traceparent: `00-${trace}-${'cd'.repeat(8)}-01` });
    expect(carried.json.trace_id).toBe(trace);
  });

  it('names the methods that there are', async () => {
    const answer = await world.browser().send('PATCH', '/api/links');
    expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS, POST');
    const options = await world.browser().send('OPTIONS', '/api/links/x');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'DELETE, GET, HEAD, OPTIONS, PUT']);
  });

  it.each([
    'page=0',
    'page=x',
    'page=1&page=2',
    'limit=1000',
    'sort=sideways',
    'search=%00',
    'page=',
    'limit[]=1&page=-1',
  ])('a list of links with %s', async (query) => {
    const answer = await (await world.signedIn()).get(`/api/links?${query}`);
    expect([answer.status, answer.json.code]).toEqual([400, 'request.invalid']);
    expectProblem(answer);
  });

  it('answers an id that cannot be one as one that does not exist', async () => {
    const browser = await world.signedIn();
    for (const id of ['1', '..%2f', '%00', '01900000-0000-7000-8000-000000000009']) {
      const answer = await browser.get(`/api/links/${id}`);
      expect([answer.status, answer.json.code]).toEqual([404, 'links.not_found']);
    }
  });

  it.each(['yesterday', '2026-02-30', '1'])('refuses %s, which is no date, as such', async (from) => {
    const answer = await (await world.signedIn()).get(`/api/analytics/overview?from=${from}`);
    expect([answer.status, answer.json.code]).toEqual([400, 'analytics.date_invalid']);
  });

  it('refuses an idempotency key that is too long', async () => {
    const answer = await world.browser().post('/api/guest/links', guest, { 'idempotency-key': 'k'.repeat(256) });
    expect([answer.status, answer.json.code]).toEqual([400, 'request.invalid']);
  });
});

describe('what is hardly HTTP', () => {
  it.each([
    ['huge headers', `GET /api/me HTTP/1.1\r\nhost: x\r\nx-big: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    ['a broken request line', 'NONSENSE\r\n\r\n', 400],
    ['a body shorter than told', 'POST /api/guest/links HTTP/1.1\r\nhost: x\r\ncontent-length: nine\r\n\r\n', 400],
  ])('%s', async (_name, request, status) => {
    const answer = await overSocket(world.url, request);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toContain('application/problem+json');
  });
});

function overSocket(url: string, request: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(request));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('end', () => resolve(answer)).on('error', reject);
  });
}
