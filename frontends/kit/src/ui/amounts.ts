import { useTranslation } from 'react-i18next';

/** What no public page shows, and the first script has no room for: beside `useFormats`. */
export interface Amounts {
  /** In units of the currency, by its ISO code: 12.5, USD -> $12.50 */
  money(amount: number, currency: string): string;
  /** Of yyyy-MM-dd, as dates are written: a day of the calendar is the same one in every time zone. */
  day(value: string): string;
}

/** What a language that was added adds to the options of i18next. */
interface Options {
  locale?: string;
}

const made = new Map<string, Amounts>();
function amounts(language: string, { locale: own }: Options): Amounts {
  const numbers = own ?? (language === 'vi' ? 'vi-VN' : 'en-US');
  const dates = new Intl.DateTimeFormat(own ?? 'en-GB', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return {
    money: (amount, currency) => new Intl.NumberFormat(numbers, { style: 'currency', currency }).format(amount),
    day: (value) => dates.format(new Date(value)),
  };
}

/** Amounts of money and days of the calendar in the current language. */
export function useAmounts(): Amounts {
  const { language, options } = useTranslation('kit').i18n;
  const known = options as Options;
  const name = `${language} ${known.locale}`;
  const existing = made.get(name);
  if (existing) return existing;
  const fresh = amounts(language, known);
  made.set(name, fresh);
  return fresh;
}
