import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  getSettingsRpc,
  offeredLanguagesRpc,
  type RpcRequest,
  type SessionStarted,
  updateSettingsRpc,
} from '@linkway/contracts';
import { defineService, Rpc, RpcClient, type RunningService, serviceConfig } from '@linkway/platform';
import { startService, useServers } from '@linkway/platform/testkit';
import { Controller, Module } from '@nestjs/common';
import { callerOf, enter, outcomeOf, register, sql, start } from './identity.js';

const servers = useServers({ postgres: true, nats: true });

@Controller()
class ContentAnswers {
  @Rpc(offeredLanguagesRpc)
  list() {
    return { data: ['fr', 'pt-BR'].map((code) => ({ code, name: code, texts: 'A'.repeat(22) })) };
  }
}
@Module({ controllers: [ContentAnswers] })
class ContentModule {}
const content = defineService({ name: 'content', config: serviceConfig({}), module: ContentModule });

let around: RunningService;
beforeAll(async () => {
  around = await startService(content, servers.env('content'));
});
afterAll(() => around.stop());

const as = (session: SessionStarted) => ({ caller: callerOf(session), timeoutMs: 20_000 });
const update = (running: RunningService, session: SessionStarted, changes: RpcRequest<typeof updateSettingsRpc>) =>
  running.get<RpcClient>(RpcClient).call(updateSettingsRpc, changes, as(session));

describe('a language that an administrator has added', () => {
  it('is one choice with the language, which is English for mails', async () => {
    const running = await start(servers.env('added'));
    const session = await register(running, { language: 'vi' });
    expect(await update(running, session, { added_language: 'fr' })).toMatchObject({
      language: 'en',
      added_language: 'fr',
    });
    expect((await enter(running)).user.chosen).toMatchObject({ language: 'en', added_language: 'fr' });
    expect(await sql(running, 'SELECT language FROM users')).toEqual([{ language: 'en' }]);
    // What is about something else leaves it.
    expect(await update(running, session, { display_mode: 'dark' })).toMatchObject({ added_language: 'fr' });
    const now = await update(running, session, { language: 'en' });
    expect(now).not.toHaveProperty('added_language');
    expect(await running.get<RpcClient>(RpcClient).call(getSettingsRpc, {}, as(session))).toEqual(now);
  });

  it('holds where it was chosen last', async () => {
    const running = await start(servers.env('added_order'));
    const session = await register(running);
    await update(running, session, { added_language: 'pt-BR' });
    const late = await update(running, session, { language: 'vi', chosen_seconds_ago: 300 });
    expect(late).toMatchObject({ language: 'en', added_language: 'pt-BR' });
    expect(await update(running, session, { language: 'vi' })).not.toHaveProperty('added_language');
    const before = await update(running, session, { added_language: 'fr', chosen_seconds_ago: 300 });
    expect(before.language).toBe('vi');
    expect(before).not.toHaveProperty('added_language');
  });

  it('is none that is not offered', async () => {
    const running = await start(servers.env('added_refused'));
    const session = await register(running);
    expect(await outcomeOf(update(running, session, { added_language: 'de' }))).toBe('languages.not_offered');
  });
});
