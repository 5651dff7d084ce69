import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Gateways } from './gateways.js';

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the processes of the gateway', () => {
  it('are those that have been heard of late, and told of when others are there than before', () => {
    const now = jest.spyOn(performance, 'now').mockReturnValue(1_000);
    const onChange = jest.fn();
    const gateways = new Gateways(onChange);
    gateways.hear(gateways.own);
    gateways.hear('one');
    gateways.hear('two');
    expect([gateways.size, onChange.mock.calls.length]).toEqual([3, 2]);
    now.mockReturnValue(10_000);
    gateways.hear('two');
    expect(onChange).toHaveBeenCalledTimes(2);
    now.mockReturnValue(14_000);
    gateways.loseSilent();
    expect([gateways.others, onChange.mock.calls.length]).toEqual([['two'], 3]);
    gateways.lose('one');
    expect(onChange).toHaveBeenCalledTimes(3);
    gateways.lose('two');
    expect([gateways.size, gateways.counterOf('anything')]).toEqual([1, gateways.own]);
  });
});
