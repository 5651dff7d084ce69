import {
  disableTwoFactorRpc,
  enableTwoFactorRpc,
  getTwoFactorRpc,
  type RpcContract,
  type RpcReply,
  type RpcRequest,
  renewRecoveryCodesRpc,
  type SessionStarted,
  setUpTwoFactorRpc,
} from '@linkway/contracts';
import { RpcClient, type RunningService } from '@linkway/platform';
import { Secret, TOTP } from 'otpauth';
import { BROWSER, callerOf, PASSWORD, sql } from './identity.js';

const STEP_MS = 30_000;

/** What an authenticator shows, so many steps from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });

/** Six digits that are none of those around now. */
export const wrongCodeOf = (secret: string): string => {
  const near = [-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps));
  const wrong = ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.includes(code));
  if (!wrong) throw new Error('every code is right');
  return wrong;
};

/** As in a session. */
export const inSession = <C extends RpcContract>(
  running: RunningService,
  session: SessionStarted,
  contract: C,
  input: RpcRequest<C>,
): Promise<RpcReply<C>> =>
  running.get<RpcClient>(RpcClient).call(contract, input, { caller: callerOf(session), timeoutMs: 20_000 });

export const stateOf = (running: RunningService, session: SessionStarted) =>
  inSession(running, session, getTwoFactorRpc, {});

export const setUp = (running: RunningService, session: SessionStarted, over = {}) =>
  inSession(running, session, setUpTwoFactorRpc, { current_password: PASSWORD, origin: BROWSER, ...over });

export const enable = (running: RunningService, session: SessionStarted, code: string) =>
  inSession(running, session, enableTwoFactorRpc, { code });

export const disable = (running: RunningService, session: SessionStarted, code: string, over = {}) =>
  inSession(running, session, disableTwoFactorRpc, { current_password: PASSWORD, code, origin: BROWSER, ...over });

export const renew = (running: RunningService, session: SessionStarted, code: string, over = {}) =>
  inSession(running, session, renewRecoveryCodesRpc, { current_password: PASSWORD, code, origin: BROWSER, ...over });

/** As if the codes until now had not been used. */
export const forgetSteps = (running: RunningService) =>
  sql(running, 'UPDATE two_factors SET last_used_step = NULL WHERE enabled_at IS NOT NULL');

/** Turns it on; the code of now may be used. */
export async function turnOn(running: RunningService, session: SessionStarted, over = {}) {
  const { secret } = await setUp(running, session, over);
  const { recovery_codes } = await enable(running, session, codeOf(secret));
  await forgetSteps(running);
  return { secret, recovery_codes, recovery: recovery_codes[0] as string };
}
