import { type Currency, currencyDecimals, MAX_BUDGET } from '@linkway/contracts/rules';

/** Why a text is no amount: it is none at all, has decimals that the currency has not, or is more than can be kept. */
export type AmountFault = 'unreadable' | 'decimals' | 'too_large';

// Groups of three with one kind of separator throughout, and the other kind before the decimals; or no groups. What that says is the
// same in every language.
const GROUPED =
  /^(?<whole>[1-9]\d{0,2}(?:(?<group>[.,\s])\d{3})(?:\k<group>\d{3})*)(?:(?!\k<group>)[.,](?<decimals>\d*))?$/;
const PLAIN = /^(?<whole>\d*)(?:[.,](?<decimals>\d*))?$/;

/**
 * The amount that a person means, in minor units of the currency; '' is none, and 0. It is put together digit by digit: 0.29 of the
 * currency is 29 of its cents, and not 28.999999999999996.
 */
export function readAmount(text: string, currency: Currency): number | AmountFault {
  const typed = text.trim();
  if (typed === '') return 0;
  const found = (GROUPED.exec(typed) ?? PLAIN.exec(typed))?.groups;
  if (!found || !/\d/.test(typed)) return 'unreadable';
  const places = currencyDecimals[currency];
  const decimals = (found.decimals ?? '').replace(/0+$/, '');
  if (decimals.length > places) return 'decimals';
  const minor = Number((found.whole ?? '').replace(/\D/g, '') + decimals.padEnd(places, '0'));
  return minor > MAX_BUDGET ? 'too_large' : minor;
}

/** An amount as it is typed: 120050, USD -> 1200.50 */
export function amountText(minor: number, currency: Currency): string {
  const places = currencyDecimals[currency];
  const digits = String(minor).padStart(places + 1, '0');
  const decimals = digits.slice(digits.length - places);
  const whole = digits.slice(0, digits.length - places);
  return /[1-9]/.test(decimals) ? `${whole}.${decimals}` : whole;
}

/** One step up or down from what is typed, by the smallest amount of the currency; from what is no amount there is no step. */
export function steppedAmount(text: string, currency: Currency, by: 1 | -1): string {
  const minor = readAmount(text, currency);
  if (typeof minor !== 'number') return text;
  return amountText(Math.min(Math.max(minor + by, 0), MAX_BUDGET), currency);
}

/** In units of the currency, to be shown: 120050, USD -> 1200.5 */
export const inUnits = (minor: number, currency: Currency): number => minor / 10 ** currencyDecimals[currency];
