import { describe, expect, it } from '@jest/globals';
import { aCampaign } from '../fixtures';
import { changesOf, dayFault, emptyCampaign, nameFault, orderFault, sentOf, valuesOf } from './campaign-form';

const campaign = aCampaign(1, { status: 'draft', budget: 120_050, currency: 'EUR' });

describe('the form of a campaign', () => {
  it('begins with a draft in dollars, or with what is saved', () => {
    expect([emptyCampaign.status, emptyCampaign.currency]).toEqual(['draft', 'USD']);
    expect(valuesOf(campaign)).toMatchObject({ budget: '1200.50', currency: 'EUR', start_date: '2026-11-01' });
  });

  it('sends days as they are, and amounts in minor units', () => {
    const values = {
      ...emptyCampaign,
      name: ' Tết ',
      start_date: '2026-12-31',
      end_date: '2027-01-01',
      budget: '0.29',
    };
    expect(sentOf(values)).toEqual({
      name: 'Tết',
      description: '',
      status: 'draft',
      start_date: '2026-12-31',
      end_date: '2027-01-01',
      target_audience: '',
      budget: 29,
      currency: 'USD',
    });
  });

  it('changes what was typed and nothing else, an amount together with its currency', () => {
    const now = valuesOf(campaign);
    expect(changesOf(campaign, { ...now, budget: '1,200.5', name: `${now.name} ` })).toEqual({});
    expect(changesOf(campaign, { ...now, end_date: '2026-12-31' })).toEqual({ end_date: '2026-12-31' });
    expect(changesOf(campaign, { ...now, currency: 'USD' })).toEqual({ budget: 120_050, currency: 'USD' });
    expect(changesOf(campaign, { ...now, budget: '7' })).toEqual({ budget: 700, currency: 'EUR' });
  });
});

describe('what is wrong with a field', () => {
  it.each([
    ['', 'campaigns.name_required'],
    ['  ', 'campaigns.name_required'],
    ['x'.repeat(101), 'request.field_too_long'],
    [` ${'x'.repeat(100)} `, null],
  ])('the name %j: %s', (name, fault) => expect(nameFault(name)).toBe(fault));

  it.each([
    [null, 'campaigns.dates_required'],
    ['soon', 'campaigns.date_invalid'],
    ['2026-02-30', 'campaigns.date_invalid'],
    ['1969-12-31', 'campaigns.date_invalid'],
    ['9999-12-31', null],
  ])('the day %j: %s', (day, fault) => expect(dayFault(day)).toBe(fault));

  it('an end before the start, once both are days', () => {
    expect(orderFault('2026-12-02', '2026-12-01')).toBe('campaigns.dates_order');
    for (const [start, end] of [
      ['2026-12-01', '2026-12-01'],
      [null, '2026-12-01'],
      ['soon', '2026-12-01'],
    ] as const)
      expect(orderFault(start, end)).toBeNull();
  });
});
