import { afterEach } from '@jest/globals';
import {
  type Caller,
  permissionsOfRole,
  type RpcContract,
  type RpcReply,
  type RpcRequest,
  registerUserRpc,
  type SessionStarted,
  signInRpc,
} from '@linkway/contracts';
import { AppError, RpcClient, type RunningService } from '@linkway/platform';
import { DataSource } from 'typeorm';
import service from '../src/main.js';

export const PASSWORD = 'open sesame 1';
/** What every process of the service is told. */
export const SETTINGS = {
  PUBLIC_URL: 'https://linkway.example',
  ENCRYPTION_KEY: 'a key for tests, of many characters',
};
export const BROWSER = { ip: '127.0.0.1', user_agent: 'Browser/1.0' };

// One database at a time: processes of a service share the questions, so they must share the data.
const started: RunningService[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((running) => running.stop()));
});

export async function start(env: Record<string, string>): Promise<RunningService> {
  // A database for each test, and the one user of the service.
  const running = await service.start({ ...SETTINGS, ...env, NATS_USER: 'identity' });
  started.push(running);
  return running;
}

export const ask = <C extends RpcContract>(
  running: RunningService,
  contract: C,
  input: RpcRequest<C>,
  // Patient: the machine may be busy with other tests.
): Promise<RpcReply<C>> => running.get<RpcClient>(RpcClient).call(contract, input, { timeoutMs: 20_000 });

const ANYBODY = '0199a1b2-0000-7000-8000-000000000001';

/** As somebody who has that role. */
export const askAs = <C extends RpcContract>(
  running: RunningService,
  role: 'user' | 'admin',
  contract: C,
  input: RpcRequest<C>,
): Promise<RpcReply<C>> =>
  running.get<RpcClient>(RpcClient).call(contract, input, {
    caller: { kind: 'session', user_id: ANYBODY, workspace_id: ANYBODY, session_id: ANYBODY, role },
    timeoutMs: 20_000,
  });

export const register = (running: RunningService, over: Partial<RpcRequest<typeof registerUserRpc>> = {}) =>
  ask(running, registerUserRpc, {
    email: 'an@example.com',
    password: PASSWORD,
    full_name: 'Nguyễn An',
    accept_terms: true,
    origin: BROWSER,
    ...over,
  });

export const enter = (running: RunningService, over: Partial<RpcRequest<typeof signInRpc>> = {}) =>
  ask(running, signInRpc, { email: 'an@example.com', password: PASSWORD, origin: BROWSER, ...over });

/** Who calls in a session, as the gateway tells it. */
export const callerOf = ({ session_id, user }: SessionStarted): Extract<Caller, { kind: 'session' }> => {
  const { id: user_id, workspace_id, role } = user;
  return { kind: 'session', user_id, workspace_id, session_id, role, permissions: [...permissionsOfRole(role)] };
};

/** `success`, or the code of the error. */
export const outcomeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'success',
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );

export const tally = (outcomes: string[]): Record<string, number> =>
  Object.fromEntries([...new Set(outcomes)].map((one) => [one, outcomes.filter((other) => other === one).length]));

export const sql = <T = Record<string, unknown>>(
  running: RunningService,
  query: string,
  parameters: unknown[] = [],
): Promise<T[]> => running.get<DataSource>(DataSource).query(query, parameters);

export const metricsOf = async (running: RunningService): Promise<string> =>
  (await fetch(`${running.adminUrl}/metrics`)).text();
