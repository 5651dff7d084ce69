import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { JetStreamApiError, type JsMsg } from '@nats-io/jetstream';
import type { NatsService } from '../nats/nats.service.js';
import { DeadLetters, isFull, SHORT_FOR_MS, SHORT_TRIES, Shortage, withoutAddresses } from './dead-letters.js';

const answer = (status: number, code: number) =>
  new JetStreamApiError({ code: status, err_code: code, description: 'refused' });

describe('letters for which there is', () => {
  it.each([
    ['no room in their stream', 503, 10077, true],
    ['no room in the account', 400, 10002, true],
    ['no room in the memory', 500, 10028, true],
    ['no room on the disk', 500, 10047, true],
    ['no leader', 503, 10008, false],
    ['no room in the server, or no time', 503, 10023, false],
  ])('%s', (_what, status, code, full) => expect(isFull(answer(status, code))).toBe(full));
});

describe('a server that is short of room or of time', () => {
  const short = answer(503, 10023);
  const clock = { now: 0 };
  const patient = () => new Shortage(() => clock.now);
  /** Over as long as it takes to believe them. */
  const answers = (shortage: Shortage, count: number) =>
    Array.from({ length: count }, (_, index) => {
      if (index > 0) clock.now += SHORT_FOR_MS / (SHORT_TRIES - 1);
      return shortage.isFull(short);
    });
  const inTime = Array.from({ length: SHORT_TRIES - 1 }, () => false);

  it('is full once it says so for some seconds, and then for the next letters at once', () => {
    expect(answers(patient(), SHORT_TRIES + 2)).toEqual([...inTime, true, true, true]);
  });

  it('is busy where several ask at once', () => {
    const shortage = patient();
    const atOnce = Array.from({ length: 3 * SHORT_TRIES }, () => shortage.isFull(short));
    expect(atOnce).not.toContain(true);
    clock.now += SHORT_FOR_MS;
    expect(shortage.isFull(short)).toBe(true);
  });

  it('was busy when a letter is stored after all', () => {
    const shortage = patient();
    answers(shortage, SHORT_TRIES);
    shortage.end();
    expect(answers(shortage, SHORT_TRIES)).toEqual([...inTime, true]);
  });

  it('is asked again as often when it was short a minute ago', () => {
    const shortage = patient();
    answers(shortage, SHORT_TRIES);
    clock.now += 59_000;
    expect(shortage.isFull(short)).toBe(true);
    clock.now += 61_000;
    expect(answers(shortage, SHORT_TRIES)).toEqual([...inTime, true]);
  });

  it('is not what other answers tell of', () => {
    const shortage = patient();
    for (let tries = 0; tries <= SHORT_TRIES; tries += 1) expect(shortage.isFull(answer(503, 10008))).toBe(false);
    expect(shortage.isFull(short)).toBe(false);
  });
});

describe('a letter that may hold up nothing', () => {
  const short = answer(503, 10023);
  let put: jest.SpiedFunction<DeadLetters['put']>;
  let letters: DeadLetters;
  beforeEach(() => {
    put = jest.spyOn(DeadLetters.prototype, 'put');
    jest.useFakeTimers();
    letters = new DeadLetters({} as NatsService);
  });
  afterEach(() => {
    put.mockRestore();
    jest.useRealTimers();
  });
  const bury = (becomes: Error | null) => {
    if (becomes) put.mockRejectedValueOnce(becomes);
    else put.mockResolvedValueOnce();
    return letters.bury({} as JsMsg, 'links', 'cannot be');
  };

  it.each([
    ['too large', answer(400, 10054)],
    ['in a sealed stream', answer(400, 10109)],
    ['one too many for the room', answer(500, 10047)],
    ['what our own code fails at', new TypeError('a bug')],
  ])('is given up where it is %s', async (_what, error) => {
    expect(await bury(error)).toEqual({ error });
    expect(await bury(null)).toBeNull();
  });

  it.each([
    ['the stream has no leader', answer(503, 10008)],
    ['the server is short of something', short],
  ])('is tried again where %s', (_what, error) => expect(bury(error)).rejects.toBe(error));

  it('is tried as often again once another one is stored', async () => {
    for (let tries = 1; tries < SHORT_TRIES; tries += 1) {
      await expect(bury(short)).rejects.toBe(short);
      jest.advanceTimersByTime(SHORT_FOR_MS / (SHORT_TRIES - 1));
    }
    expect(await bury(short)).toEqual({ error: short });
    expect(await bury(short)).toEqual({ error: short });
    expect(await bury(null)).toBeNull();
    await expect(bury(short)).rejects.toBe(short);
  });
});

describe('withoutAddresses', () => {
  it('blanks every address and nothing else', () => {
    const clicks = [
      { ip: '192.0.2.7', code: 'zip', query: 'ip=1' },
      { ip: '2001:db8::1', referer: 'https://a.example/?"x' },
    ];
    expect(JSON.parse(withoutAddresses(JSON.stringify({ data: { clicks } })))).toEqual({
      data: { clicks: clicks.map((click) => ({ ...click, ip: '' })) },
    });
  });

  it.each([
    ['cut off within the address', '{"clicks":[{"ip":"192.0.2'],
    ['cut off within an escape', '{"clicks":[{"ip":"192.0.2\\'],
    ['with blanks', '{ "ip" : "192.0.2.7" , "a": 1 '],
    ['an address that is no text', '{"ip":192.0.2.7,"a":1}'],
    ['whole, with a list of addresses', '{"ip":["192.0.2.7"],"a":1}'],
    ['whole, with addresses in an object', '{"ip":{"v4":"192.0.2.7"}}'],
    ['whole, with an escaped name', '{"\\u0069p":"192.0.2.7"}'],
  ])('damaged: %s', (_what, text) => {
    expect(withoutAddresses(text)).not.toContain('192');
  });
});
