import type { Currency } from '@linkway/contracts/rules';
import { Input, type InputProps } from '@linkway/kit/ui/input';
import type { KeyboardEvent } from 'react';
import { inUnits, readAmount, steppedAmount } from './money';
import { useMoney } from './use-money';

interface Props extends Omit<InputProps, 'value' | 'onChange'> {
  currency: Currency;
  value?: string;
  onChange?: (text: string) => void;
}

/**
 * An amount in units of its currency, which stays as it is typed: a field of numbers would drop what it cannot read, and round what it can.
 * The arrow keys go by the smallest amount of the currency.
 */
export function BudgetInput({ currency, value = '', onChange, ...field }: Props) {
  const money = useMoney();
  const amount = readAmount(value, currency);
  const isAmount = typeof amount === 'number';
  const step = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onChange?.(steppedAmount(value, currency, event.key === 'ArrowUp' ? 1 : -1));
  };
  return (
    <Input
      {...field}
      role="spinbutton"
      aria-valuemin={0}
      aria-valuenow={isAmount ? inUnits(amount, currency) : undefined}
      aria-valuetext={isAmount ? money(amount, currency) : value}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      value={value}
      onChange={(event) => onChange?.(event.target.value)}
      onKeyDown={step}
    />
  );
}
