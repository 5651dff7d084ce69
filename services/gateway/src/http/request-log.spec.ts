import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type AnsweredRequest, requestLog } from './request-log.js';

const info = jest.fn();
const warn = jest.fn();
let time = 0;
const log = () => requestLog({ info, warn }, () => time);
const answered = (route: string, status: number): AnsweredRequest => ({
  requestId: 'id',
  method: 'GET',
  route,
  status,
  ms: 1,
  aborted: false,
});

beforeEach(() => {
  info.mockReset();
  warn.mockReset();
  time = 1_000_000;
});

describe('the request log', () => {
  it('has a line for every request to the API', () => {
    const write = log();
    write(answered('/api/links', 201));
    write(answered('/api/links/:id', 404));
    write(answered('/api/*', 404));
    expect(info.mock.calls.map(([, fields]) => (fields as { status: number }).status)).toEqual([201, 404, 404]);
  });

  it('says by the id of which API key a request came, where it came with one', () => {
    const write = log();
    write({ ...answered('/api/links', 200), apiKeyId: 'key-1' });
    write(answered('/api/links', 200));
    expect(info.mock.calls.map(([, fields]) => (fields as { api_key_id?: string }).api_key_id)).toEqual([
      'key-1',
      undefined,
    ]);
  });

  it('says whose a request was, from which network and why it was refused, and warns of what may be an attack', () => {
    const write = log();
    write({ ...answered('/api/links', 400), code: 'links.url_invalid', userId: 'user-1', network: 'digest' });
    expect(info).toHaveBeenCalledWith(
      'request',
      expect.objectContaining({ code: 'links.url_invalid', user_id: 'user-1', network: 'digest' }),
    );
    const codes = [
      'request.csrf_invalid',
      'request.origin_forbidden',
      'auth.forbidden',
      'auth.api_key_invalid',
      'auth.outside_key_scope',
      'auth.impersonation_forbidden',
      'security.address_not_allowed',
      'security.address_blocked',
    ];
    for (const code of codes)
      write({ ...answered('/api/me', 403), code, impersonatorId: 'admin-1', network: 'digest' });
    expect(warn.mock.calls.map(([message, fields]) => [message, (fields as { code: string }).code])).toEqual(
      codes.map((code) => ['request refused', code]),
    );
    expect(warn).toHaveBeenLastCalledWith(
      'request refused',
      expect.objectContaining({ impersonator_id: 'admin-1', network: 'digest' }),
    );
    expect(info).toHaveBeenCalledTimes(1);
  });

  it('has none for visits, pages and files', () => {
    const write = log();
    for (const route of ['/:code', '/', '/*', '/assets/*', '/remotes/dashboard/*', '/apiary']) {
      for (const status of [200, 302, 304, 404, 429]) write(answered(route, status));
    }
    expect(info).not.toHaveBeenCalled();
    expect(warn).not.toHaveBeenCalled();
  });

  it('tells of visits that failed, once a second, and how many it left out', () => {
    const write = log();
    for (let count = 0; count < 500; count += 1) write(answered('/:code', 503));
    expect(warn).toHaveBeenCalledTimes(1);
    time += 1_000;
    write(answered('/:code', 503));
    expect(warn.mock.calls[1]).toEqual(['visit failed', expect.objectContaining({ status: 503, suppressed: 499 })]);
  });
});
