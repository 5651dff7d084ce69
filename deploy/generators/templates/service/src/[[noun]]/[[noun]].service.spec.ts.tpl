import { describe, expect, it, jest } from '@jest/globals';
import type { MemberCaller } from '@linkway/contracts';
import type { Outbox } from '@linkway/platform';
import type { [[Noun]]Repository } from './[[noun]].repository.js';
import { [[Noun]]Service } from './[[noun]].service.js';

const caller: MemberCaller = {
  kind: 'session',
  user_id: '019a0000-0000-7000-8000-000000000001',
  workspace_id: '019a0000-0000-7000-8000-000000000002',
  session_id: '019a0000-0000-7000-8000-000000000003',
  role: 'user',
};

describe('[[Noun]]Service', () => {
  it("makes and lists in the caller's workspace only", async () => {
    const insert = jest.fn<[[Noun]]Repository['insert']>(async () => {});
    const listOf = jest.fn<[[Noun]]Repository['listOf']>(async () => []);
    const repository: Pick<[[Noun]]Repository, 'insert' | 'listOf'> = { insert, listOf };
    const outbox = { transaction: async (work: (manager: unknown) => Promise<void>) => work({}) };
    const service = new [[Noun]]Service(repository as [[Noun]]Repository, outbox as unknown as Outbox);

    const id = await service.create(caller, 'first');
    expect(insert.mock.calls[0]?.[1]).toEqual({
      id,
      workspace_id: caller.workspace_id,
      user_id: caller.user_id,
      name: 'first',
    });
    await service.list(caller);
    expect(listOf).toHaveBeenCalledWith(caller.workspace_id);
  });
});
