import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { MemberCaller } from '@linkway/contracts';
import { AppError, fieldError, type MaliciousLinkReporter, withCallContext } from '@linkway/platform';
import { MaliciousLinks } from './malicious-links.js';

const count = jest.fn();
beforeEach(() => {
  count.mockReset();
});
const links = new MaliciousLinks({ count } as unknown as MaliciousLinkReporter);
const caller = { kind: 'session', user_id: 'somebody' } as unknown as MemberCaller;
const IP = '198.51.100.9';

describe('links that mean harm', () => {
  it.each([
    ['links.url_private', 1],
    ['links.url_credentials', 1],
    ['links.url_loop', 1],
    ['links.url_blocked', 1],
    ['links.url_invalid', 0],
    ['links.url_incomplete', 0],
    ['links.url_own_host', 0],
    ['links.code_taken', 0],
    ['links.guest_limit', 0],
  ] as const)('%s is told of %d time', async (code, times) => {
    const refused = fieldError('url', code);
    const work = () => Promise.reject(refused);
    await expect(links.ofGuest(IP, work)).rejects.toBe(refused);
    expect(count.mock.calls).toEqual(Array.from({ length: times }, () => [null, IP]));
    await withCallContext('one', null, () => expect(links.ofAccount(caller, work)).rejects.toBe(refused), null, IP);
    expect(count.mock.calls.slice(times)).toEqual(Array.from({ length: times }, () => [caller, IP]));
  });

  it('are not what fails by itself, nor what is done', async () => {
    const broken = new TypeError('of ours');
    await expect(links.ofGuest(IP, () => Promise.reject(broken))).rejects.toBe(broken);
    await expect(links.ofGuest(IP, () => Promise.reject(new AppError('service.busy')))).rejects.toBeInstanceOf(
      AppError,
    );
    expect(await links.ofGuest(IP, async () => 'made')).toBe('made');
    expect(count).not.toHaveBeenCalled();
  });
});
