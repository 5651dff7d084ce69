import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CodeService } from '../src/code/code.service.js';
import { callerOf, outcomes, useLinks } from './harness.js';

const SHORT = 3;
const drawn = CodeService.prototype.candidates;
/** Three letters shorter than they are, so that a test can fill what they are drawn from: 3, 3, 3, 3, 4, 4, 5 and 5 letters. */
function* shortened(this: CodeService, custom: string): Generator<string> {
  for (const code of drawn.call(this, custom)) yield custom === '' ? code.slice(SHORT) : code;
}
beforeAll(() => void jest.spyOn(CodeService.prototype, 'candidates').mockImplementation(shortened));
afterAll(() => void jest.restoreAllMocks());

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const ALL = LETTERS.length ** SHORT;
const FREE = 30;
/** A service's statement may take ten seconds, on whatever machine. */
const PORTION = 20_000;
const CALLERS = 20;
const EACH = 10;
/** No request of the API waits longer. */
const ANSWER_WITHIN_MS = 5_000;

const links = useLinks();
const isLeft = (at: number): string => `(n * 7919) % ${ALL} < ${at}`;
const HOST = 'go.example';

describe('a host whose codes are nearly all taken', () => {
  beforeAll(async () => {
    const letter = (power: number) => `substr('${LETTERS}', n / ${LETTERS.length ** power} % ${LETTERS.length} + 1, 1)`;
    for (let from = 0; from < ALL; from += PORTION) {
      await links.query(
        `INSERT INTO codes (code, host, workspace_id, link_id, is_live, version, updated_at)
         SELECT ${[2, 1, 0].map(letter).join(' || ')}, '${HOST}', NULL, gen_random_uuid(), true, 1, now()
         FROM generate_series(${from}, ${Math.min(from + PORTION, ALL) - 1}) AS n WHERE NOT ${isLeft(FREE)}
         ON CONFLICT DO NOTHING`,
      );
    }
  }, 120_000);

  const takenCodes = () =>
    links.query<{ code: string }>(`SELECT code FROM codes WHERE host = '${HOST}' AND length(code) = ${SHORT}`);

  it('gives each new link another code, longer where the short ones are taken', async () => {
    const taken = new Set((await takenCodes()).map(({ code }) => code));
    const makers = Array.from({ length: CALLERS }, () => callerOf());
    const durations: number[] = [];
    const made = await Promise.all(
      makers.map(async (caller) => {
        const codes: string[] = [];
        for (let link = 0; link < EACH; link += 1) {
          const began = performance.now();
          codes.push((await links.create(caller)).short_code);
          durations.push(performance.now() - began);
        }
        return codes;
      }),
    );
    const codes = made.flat();
    expect(new Set(codes).size).toBe(CALLERS * EACH);
    expect(codes.filter((code) => taken.has(code))).toEqual([]);
    expect(codes.filter((code) => code.length > SHORT).length).toBeGreaterThan((CALLERS * EACH) / 2);
    expect(Math.max(...durations)).toBeLessThan(ANSWER_WITHIN_MS);
  }, 60_000);

  it('gives a code that many want to one of them, and says of the others that it is taken', async () => {
    const taken = new Set((await takenCodes()).map(({ code }) => code));
    const letters = LETTERS.split('');
    const all = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    const free = all.filter((code) => !taken.has(code)).slice(0, 5);
    expect(free).toHaveLength(5);
    for (const custom_code of [...free, ...[...taken].slice(0, 5)]) {
      const wanting = Array.from({ length: CALLERS }, () => links.create(callerOf(), { custom_code }));
      const began = performance.now();
      const told = await outcomes(wanting);
      expect(performance.now() - began).toBeLessThan(ANSWER_WITHIN_MS);
      expect(told).toEqual(
        taken.has(custom_code) ? { 'links.code_taken': CALLERS } : { none: 1, 'links.code_taken': CALLERS - 1 },
      );
    }
  }, 60_000);
});
