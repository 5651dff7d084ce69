import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { allRpcs, DEVICE_HEADER, natsPermissions } from '@linkway/contracts';
import { useServers } from '@linkway/platform/testkit';
import { z } from 'zod';
import { type Account, Accounts } from './access/accounts.ts';
import { type Caller, type Callers, makeCallers } from './access/callers.ts';
import { inherited, type Operation, operations } from './access/document.ts';
import { type Product, startProduct } from './access/product.ts';
import { guestLink, makerIds, makerOf, type Wanted } from './access/requests.ts';
import { type CallerName, callerNames, outcomeFor, type Rule, ruleIds, ruleOf, withoutCaller } from './access/rules.ts';

interface Answer {
  readonly status: number;
  readonly code: string | null;
  readonly text: string;
}

/** They ask for what is the owner's, where an operation is about something that is somebody's. */
const REACHING: readonly CallerName[] = ['other user', 'other administrator', "other's key"];
const operationOf = (wanted: string): Operation => {
  const operation = operations.find(({ id }) => id === wanted);
  if (!operation) throw new Error(`the document has no ${wanted}`);
  return operation;
};
/** Of an operation that is asked for by all: some take an account with its mail for each. */
const LONG_MS = 180_000;
const readsOnly = ({ method }: Operation) => method === 'get';

const servers = useServers({ postgres: true, nats: true, clickhouse: true });
let product: Product;
let accounts: Accounts;
let callers: Callers;

beforeAll(async () => {
  product = await startProduct(servers);
  accounts = await Accounts.of(product);
  callers = await makeCallers(product, accounts);
}, 180_000);
afterAll(() => product?.close());

async function send({ method, path }: Operation, wanted: Wanted, headers: Record<string, string>): Promise<Answer> {
  const { query, body, cookie } = wanted;
  const at = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(wanted.path?.[name] ?? ''));
  const type = body && { 'content-type': Buffer.isBuffer(body) ? 'image/png' : 'application/json' };
  const response = await fetch(`${product.url}${at}${query ? `?${new URLSearchParams(query).toString()}` : ''}`, {
    method: method.toUpperCase(),
    headers: {
      ...headers,
      ...type,
      ...wanted.headers,
      ...(cookie && { cookie: [headers.cookie ?? [], cookie].flat().join('; ') }),
    },
    redirect: 'manual',
    ...(body && { body: Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return { status: response.status, code: null, text: '' };
  }
  const text = await response.text();
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
  return { status: response.status, code: isProblem ? JSON.parse(text).code : null, text };
}

/** `in`, or status and code. */
const told = ({ status, code, text }: Answer) =>
  (status >= 200 && status < 300) || status === 302 || status === 303 ? 'in' : `${status} ${code ?? text}`;

async function ask(operation: Operation, rule: Rule, caller: Caller): Promise<Answer> {
  const account = rule.others !== null && REACHING.includes(caller.name) ? callers.owner : caller.account;
  const isIn = outcomeFor(rule, caller.name, readsOnly(operation)) === 'in';
  const { spare: standing, account: own } = caller;
  const isReplaced = isIn && standing !== null;
  const make = makerOf(operation.id, inherited(operation.id));
  const { as = null, ...wanted } = await make({
    account,
    isIn,
    accounts,
    owner: callers.owner,
    spare: async () => (isReplaced ? accounts.spare(standing) : own),
    again: async () => (isReplaced ? { ...own, session: await accounts.signIn(own) } : own),
  });
  const answer = await send(operation, wanted, caller.headers(as));
  await wanted.done?.();
  return answer;
}

/** What is in no answer to anybody else. */
const marksOf = ({ id, email, link, key, keyToDelete, keyToRead, sessionToEnd }: Account) => [
  id,
  email,
  link.id,
  key.id,
  keyToDelete.id,
  keyToRead.id,
  sessionToEnd,
];

/** What somebody has who asks for nothing; not how much it is used, which changes by itself. */
async function stateOf({ session, link }: Account): Promise<unknown[]> {
  const states: unknown[] = [];
  for (const what of ['me/profile', 'me/settings', 'me/two-factor', 'api-keys', `links/${link.id}`]) {
    const { clicks_count: _, ...state } = await session.send<Record<string, unknown>>('GET', `/api/${what}`);
    states.push(state);
  }
  for (const list of ['links', 'me/sessions']) {
    const { data } = await session.send<{ data: { id: string }[] }>('GET', `/api/${list}`);
    states.push(data.map(({ id }) => id));
  }
  return states;
}

describe('the table of rules', () => {
  it.each(operations.map((operation) => [operation.id, operation] as const))(
    'has a line for %s, and the document says the same',
    (id, { permission, schemes }) => {
      const rule = ruleOf(id);
      expect(rule && [rule.permission, rule.schemes]).toEqual([permission, schemes]);
    },
  );

  it('has no line and no request for what is not in the document', () => {
    const ids = operations.map(({ id }) => id);
    expect([...ruleIds, ...makerIds].filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('is asked by each of the callers', () => {
    expect(callers.all.map(({ name }) => name)).toEqual(callerNames);
  });
});

describe('everybody is told what the table says', () => {
  let before: unknown[];
  beforeAll(async () => {
    before = await stateOf(callers.owner);
  });

  it.each(operations.map((operation) => [operation.id, operation] as const))(
    '%s',
    async (id, operation) => {
      const rule = ruleOf(id);
      if (!rule) throw new Error(`${id} has no line in access/rules.ts`);
      const answers: [Caller, Answer][] = [];
      for (const caller of callers.all) answers.push([caller, await ask(operation, rule, caller)]);

      expect(Object.fromEntries(answers.map(([{ name }, answer]) => [name, told(answer)]))).toEqual(
        Object.fromEntries(callerNames.map((name) => [name, outcomeFor(rule, name, readsOnly(operation))])),
      );
      for (const [{ name }, { status }] of answers) {
        if (!operation.statuses.includes(status)) throw new Error(`${name}: the document does not name ${status}`);
      }
      if (rule.group === 'administrators') return;
      for (const [{ name, account }, { text }] of answers) {
        const others = callers.accounts.filter((each) => each.id !== account.id);
        const seen = others.flatMap(marksOf).filter((mark) => text.includes(mark));
        expect([name, seen]).toEqual([name, []]);
      }
    },
    LONG_MS,
  );

  it('and has changed nothing that is not theirs', async () => {
    expect(await stateOf(callers.owner)).toEqual(before);
  });
});

describe('what is somebody else’s is as what is not there', () => {
  it.each(operations.filter(({ id }) => ruleOf(id)?.others).map((operation) => [operation.id, operation] as const))(
    '%s',
    async (id, operation) => {
      const make = makerOf(id, inherited(id));
      const { owner } = callers;
      const wanted = await make({
        account: owner,
        isIn: false,
        accounts,
        owner,
        spare: async () => owner,
        again: async () => owner,
      });
      const bodyOf = ({ text }: Answer) => ({ ...JSON.parse(text), trace_id: '' });
      for (const caller of callers.all.filter(({ name }) => REACHING.includes(name))) {
        const theirs = await send(operation, wanted, caller.headers(null));
        const madeUp = await send(
          operation,
          { ...wanted, path: { ...wanted.path, id: randomUUID() } },
          caller.headers(null),
        );
        expect([caller.name, theirs.status, bodyOf(theirs)]).toEqual([caller.name, madeUp.status, bodyOf(madeUp)]);
      }
    },
  );
});

describe('what is somebody else’s is nothing to whoever names it', () => {
  const callerOf = (wanted: CallerName) => {
    const caller = callers.all.find(({ name }) => name === wanted);
    if (!caller) throw new Error(`nobody is ${wanted}`);
    return caller;
  };

  it('in the body: their link is not claimed', async () => {
    const claimLinks = operationOf('claimLinks');
    const { link, session } = callers.owner;
    for (const name of REACHING) {
      const { device_id } = await guestLink(accounts);
      const ids = [link.id, randomUUID()];
      const body = { device_id, link_ids: ids };
      const { text } = await send(claimLinks, { body }, callerOf(name).headers(null));
      const refused = ids.map((id) => ({ id, code: 'links.not_found' }));
      expect([name, JSON.parse(text)]).toEqual([name, { claimed: [], refused }]);
    }
    expect(await session.send('GET', `/api/links/${link.id}`)).toMatchObject({ id: link.id });
  });

  it('in the query: their clicks are not told to a guest', async () => {
    const { device_id, id } = await guestLink(accounts);
    const headers = { [DEVICE_HEADER]: device_id };
    const query = { ids: [callers.owner.link.id, id].join() };
    const { text } = await send(operationOf('getGuestClicks'), { query, headers }, {});
    expect(JSON.parse(text)).toMatchObject({ data: [{ id }] });
  });
});

describe('services refuse by themselves what the gateway would let through', () => {
  const { allow } = natsPermissions('gateway').publish;
  const asked = allRpcs.filter(({ subject }) => allow.includes(subject));

  it('all but what acts for nobody', () => {
    const open = asked.filter(({ permission }) => permission === null).map(({ subject }) => subject);
    expect(open.sort()).toEqual([...withoutCaller].sort());
  });

  it.each(asked.filter(({ subject }) => !withoutCaller.includes(subject)).map((rpc) => [rpc.subject, rpc] as const))(
    '%s',
    async (_, rpc) => {
      const { id } = callers.owner;
      const nothing = { user_id: id, workspace_id: id, role: 'admin' } as const;
      const whom = [
        null,
        { kind: 'session', session_id: id, ...nothing },
        { kind: 'api_key', api_key_id: id, ...nothing },
      ] as const;
      const codes: string[] = [];
      // As it is sent, without being checked here.
      const contract = { ...rpc, request: z.unknown() };
      for (const caller of whom) {
        codes.push(
          await product.rpc.call(contract, {}, { caller: caller && { ...caller, permissions: [] } }).then(
            () => 'in',
            ({ code }: { code?: string }) => String(code),
          ),
        );
      }
      expect(codes).toEqual(['auth.unauthenticated', 'auth.forbidden', 'auth.forbidden']);
    },
  );
});
