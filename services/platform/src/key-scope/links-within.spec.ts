import { expect, it } from '@jest/globals';
import type { MemberCaller, RpcContract } from '@linkway/contracts';
import type { RpcClient } from '../rpc/rpc-client.js';
import { LinksWithin } from './links-within.js';

const [inside, outside] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b'] as const;
const member = { user_id: inside, workspace_id: inside, role: 'user' } as const;
const key: MemberCaller = { kind: 'api_key', ...member, api_key_id: inside };

function asked() {
  const questions: unknown[] = [];
  const call = async ({ subject }: RpcContract, request: object, options: object) => {
    questions.push({ subject, ...request, ...options });
    return { data: [{ id: inside }] };
  };
  return { questions, within: new LinksWithin({ call } as unknown as RpcClient) };
}

it('asks links for a key with domains, in its name, and keeps those that are told', async () => {
  const { questions, within } = asked();
  const caller = { ...key, scope: { domain_ids: [outside] } };
  expect(await within.among([outside, inside.toUpperCase()], caller)).toEqual([inside.toUpperCase()]);
  expect(questions).toEqual([{ subject: 'qry.links.by-ids.v1', ids: [outside, inside.toUpperCase()], caller }]);
  expect(await within.among([], caller)).toEqual([]);
  expect(questions).toHaveLength(1);
});

it('asks nobody for any other caller', async () => {
  const { questions, within } = asked();
  const session: MemberCaller = { kind: 'session', ...member, session_id: inside };
  for (const caller of [key, session]) expect(await within.among([outside, inside], caller)).toEqual([outside, inside]);
  expect(questions).toEqual([]);
});
