import { describe, expect, it } from '@jest/globals';
import {
  AVATAR_SIZE,
  deleteAvatarRpc,
  getAvatarRpc,
  getProfileRpc,
  getSessionRpc,
  MAX_KEPT_AVATAR_BYTES,
  type SessionStarted,
  setAvatarRpc,
  userChanged,
} from '@linkway/contracts';
import { RpcClient, type RunningService } from '@linkway/platform';
import { eventually, storedEvents, useServers } from '@linkway/platform/testkit';
import { ask, callerOf, outcomeOf, register, sql, start } from './identity.js';

const servers = useServers({ postgres: true, nats: true });
const as = (session: SessionStarted) => ({ caller: callerOf(session), timeoutMs: 20_000 });
const set = (running: RunningService, session: SessionStarted, image: Buffer) =>
  running.get<RpcClient>(RpcClient).call(setAvatarRpc, { image: image.toString('base64') }, as(session));
const remove = (running: RunningService, session: SessionStarted) =>
  running.get<RpcClient>(RpcClient).call(deleteAvatarRpc, {}, as(session));
const imageAt = async (running: RunningService, url: string | null | undefined) =>
  Buffer.from((await ask(running, getAvatarRpc, { key: url?.split('/').at(-1) ?? '' })).image, 'base64');

/** As far as its header goes. */
function webp(width: number, height: number, more = 0): Buffer {
  const image = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');
  image.writeUInt16LE(width, 26);
  image.writeUInt16LE(height, 28);
  return Buffer.concat([image, Buffer.alloc(more)]);
}

describe('the picture of an account', () => {
  it('is told by its address, which another one does not have', async () => {
    const running = await start(servers.env('set'));
    const session = await register(running);
    expect(session.user.avatar_url).toBeNull();
    const first = await set(running, session, webp(200, 200));
    expect(first).toMatchObject({
      email: 'an@example.com',
      avatar_url: expect.stringMatching(/^\/api\/avatars\/[\w-]{22}$/),
    });
    expect(await imageAt(running, first.avatar_url)).toEqual(webp(200, 200));
    const second = await set(running, session, webp(AVATAR_SIZE, AVATAR_SIZE));
    expect(second.avatar_url).not.toBe(first.avatar_url);
    expect(await outcomeOf(imageAt(running, first.avatar_url))).toBe('avatar.not_found');
    expect(await imageAt(running, second.avatar_url)).toEqual(webp(AVATAR_SIZE, AVATAR_SIZE));
    const found = await ask(running, getSessionRpc, { session_token: session.session_token });
    expect(found?.user.avatar_url).toBe(second.avatar_url);
    await eventually(async () =>
      expect(await storedEvents(running, userChanged, (data) => data.user_id === session.user.id)).toHaveLength(2),
    );
  });

  it('is deleted, of this account alone, with the account too', async () => {
    const running = await start(servers.env('delete'));
    const session = await register(running);
    const stranger = await register(running, { email: 'binh@example.com' });
    const theirs = await set(running, stranger, webp(10, 10));
    const { avatar_url } = await set(running, session, webp(10, 10));
    for (let time = 1; time <= 2; time++) await remove(running, session);
    expect(await outcomeOf(imageAt(running, avatar_url))).toBe('avatar.not_found');
    const profile = await running.get<RpcClient>(RpcClient).call(getProfileRpc, {}, as(session));
    expect(profile.avatar_url).toBeNull();
    expect(await imageAt(running, theirs.avatar_url)).toEqual(webp(10, 10));
    await sql(running, 'DELETE FROM users WHERE id = $1', [stranger.user.id]);
    expect(await sql(running, 'SELECT 1 FROM avatars')).toEqual([]);
  });

  it('is one that stays however many are set at once', async () => {
    const running = await start(servers.env('race'));
    const session = await register(running);
    await Promise.all([1, 2, 3, 4, 5].map((side) => set(running, session, webp(side, side))));
    const [row] = await sql<{ key: string }>(running, 'SELECT key FROM avatars');
    const found = await ask(running, getSessionRpc, { session_token: session.session_token });
    expect(found?.user.avatar_url).toBe(`/api/avatars/${row?.key}`);
  });

  it('is nothing else than a small square of WebP, whoever sends it', async () => {
    const running = await start(servers.env('refused'));
    const session = await register(running);
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABpfZFQAAAAABJRU5ErkJggg==',
      'base64',
    );
    const page = Buffer.from('<script>alert(1)</script>');
    for (const image of [webp(AVATAR_SIZE + 1, AVATAR_SIZE + 1), webp(10, 20), png, page, Buffer.alloc(0)]) {
      expect(await outcomeOf(set(running, session, image))).toBe('avatar.unreadable');
    }
    expect(await outcomeOf(set(running, session, webp(9, 9, MAX_KEPT_AVATAR_BYTES)))).toBe('request.invalid');
    expect(await sql(running, 'SELECT 1 FROM avatars')).toEqual([]);
    await sql(running, 'UPDATE sessions SET ended_at = now()');
    expect(await outcomeOf(set(running, session, webp(9, 9)))).toBe('auth.unauthenticated');
    expect(await outcomeOf(remove(running, session))).toBe('auth.unauthenticated');
  });
});
