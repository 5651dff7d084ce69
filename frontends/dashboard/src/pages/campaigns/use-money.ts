import type { Currency } from '@linkway/contracts/rules';
import { useAmounts } from '@linkway/kit/ui';
import { inUnits } from './money';

/** An amount in minor units, as it is shown in the current language. */
export function useMoney(): (minor: number, currency: Currency) => string {
  const { money } = useAmounts();
  return (minor, currency) => money(inUnits(minor, currency), currency);
}
