import { describe, expect, it } from '@jest/globals';
import { changedStanding, type Standing } from './user-changes.js';

const basic: Standing = {
  role: 'user',
  status: 'active',
  subscription_type: 'basic',
  monthly_links_limit: 50,
  subscription_end_date: null,
};
const END = new Date('2027-03-01T00:00:00Z');
const premium: Standing = {
  ...basic,
  subscription_type: 'premium',
  monthly_links_limit: 5_000,
  subscription_end_date: END,
};

describe('what becomes of an account', () => {
  it('is nothing where all is so already', () => {
    expect(changedStanding(basic, {})).toBeNull();
    expect(changedStanding(basic, { status: 'active', role: 'user', subscription_type: 'basic' })).toBeNull();
    expect(changedStanding(premium, { subscription_end_date: '2027-03-01T07:00:00+07:00' })).toBeNull();
  });

  it('has the limit of another plan, unless another is sent with it', () => {
    expect(changedStanding(basic, { subscription_type: 'premium' })).toEqual({
      ...premium,
      subscription_end_date: null,
    });
    expect(changedStanding(premium, { subscription_type: 'basic' })).toEqual(basic);
    const sent = { subscription_type: 'premium', monthly_links_limit: 70 } as const;
    expect(changedStanding(basic, sent)?.monthly_links_limit).toBe(70);
  });

  it('keeps a limit of its own where the plan stays', () => {
    const own = { ...premium, monthly_links_limit: 10_000 };
    expect(changedStanding(own, { subscription_type: 'premium' })).toBeNull();
    expect(changedStanding(own, { status: 'suspended' })).toEqual({ ...own, status: 'suspended' });
    expect(changedStanding(own, { monthly_links_limit: 0 })?.monthly_links_limit).toBe(0);
  });

  it('has an end date with premium alone', () => {
    const date = END.toISOString();
    const sent = { subscription_type: 'premium', subscription_end_date: date } as const;
    expect(changedStanding(basic, sent, 0)).toEqual(premium);
    expect(changedStanding(premium, { subscription_end_date: null })?.subscription_end_date).toBeNull();
    const code = 'users.subscription_end_date_basic';
    expect(() => changedStanding(basic, { subscription_end_date: date })).toThrow(expect.objectContaining({ code }));
    const down = { subscription_type: 'basic', subscription_end_date: date } as const;
    expect(() => changedStanding(premium, down)).toThrow(expect.objectContaining({ code }));
    expect(changedStanding(basic, { subscription_end_date: null })).toBeNull();
  });

  it('ends at a moment to come, or at that of now, though that is past', () => {
    const at = END.getTime();
    const code = 'users.subscription_end_date_past';
    const sent = { subscription_type: 'premium', subscription_end_date: END.toISOString() } as const;
    expect(() => changedStanding(basic, sent, at)).toThrow(expect.objectContaining({ code }));
    expect(changedStanding(basic, sent, at - 1)).toEqual(premium);
    expect(changedStanding(premium, sent, at + 1)).toBeNull();
    expect(changedStanding(premium, { status: 'suspended' }, at + 1)?.status).toBe('suspended');
  });
});
