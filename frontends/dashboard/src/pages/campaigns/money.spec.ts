import { describe, expect, it } from '@jest/globals';
import { type Currency, currencies, MAX_BUDGET } from '@linkway/contracts/rules';
import { type AmountFault, amountText, inUnits, readAmount, steppedAmount } from './money';

describe('an amount that is typed', () => {
  it.each<[string, Currency, number | AmountFault]>([
    ['', 'USD', 0],
    ['0', 'USD', 0],
    ['12', 'USD', 1_200],
    ['12.5', 'EUR', 1_250],
    ['12,5', 'EUR', 1_250],
    ['.5', 'USD', 50],
    ['5.', 'USD', 500],
    // 0.29 * 100 is 28.999999999999996, and 1.005 * 100 is 100.49999999999999.
    ['0.29', 'USD', 29],
    ['1.15', 'USD', 115],
    ['1,234.50', 'USD', 123_450],
    ['1.234,50', 'USD', 123_450],
    ['1 234 567,89', 'EUR', 123_456_789],
    ['1.234', 'USD', 123_400],
    ['1.500.000', 'VND', 1_500_000],
    ['1500000', 'VND', 1_500_000],
    ['12.00', 'VND', 12],
    ['12.5', 'VND', 'decimals'],
    ['0.005', 'USD', 'decimals'],
    ['1,234.567', 'USD', 'decimals'],
    ['90000000000', 'USD', MAX_BUDGET],
    ['90000000000.01', 'USD', 'too_large'],
    ['9999999999999999999999', 'VND', 'too_large'],
    ['-1', 'USD', 'unreadable'],
    ['1e3', 'USD', 'unreadable'],
    ['1,23,456', 'USD', 'unreadable'],
    ['1.234.56', 'USD', 'unreadable'],
    ['.', 'USD', 'unreadable'],
    ['ten', 'USD', 'unreadable'],
  ])('%j in %s is %j', (text, currency, amount) => expect(readAmount(text, currency)).toBe(amount));
});

describe('an amount that was saved', () => {
  it.each<[number, Currency, string]>([
    [0, 'USD', '0'],
    [5, 'USD', '0.05'],
    [120_050, 'EUR', '1200.50'],
    [120_000, 'USD', '1200'],
    [120_050, 'VND', '120050'],
  ])('of %d in %s is typed as %s', (minor, currency, text) => expect(amountText(minor, currency)).toBe(text));

  it('is read as it was, whatever it is', () => {
    const amounts = [0, 1, 29, 99, 100, 101, 1_234, 123_456_789, MAX_BUDGET - 1, MAX_BUDGET];
    for (const currency of currencies)
      expect(amounts.map((minor) => readAmount(amountText(minor, currency), currency))).toEqual(amounts);
  });
});

it('is more or less by the smallest amount of its currency, and never below 0', () => {
  expect([
    steppedAmount('', 'USD', 1),
    steppedAmount('0.29', 'USD', 1),
    steppedAmount('0.29', 'USD', -1),
    steppedAmount('1.500', 'VND', 1),
    steppedAmount('0', 'USD', -1),
    steppedAmount('90000000000', 'USD', 1),
    steppedAmount('ten', 'USD', 1),
  ]).toEqual(['0.01', '0.30', '0.28', '1501', '0', '90000000000', 'ten']);
});

it('is shown in units of its currency', () => {
  expect([inUnits(120_050, 'USD'), inUnits(120_050, 'VND')]).toEqual([1200.5, 120_050]);
});
