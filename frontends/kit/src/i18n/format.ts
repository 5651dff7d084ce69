import { useTranslation } from 'react-i18next';

export interface Formats {
  number(value: number): string;
  /** With one decimal: 3 -> 3.0 */
  decimal(value: number): string;
  /** dd/MM/yyyy in both languages. */
  date(value: string | Date): string;
  /** dd/MM/yyyy HH:mm */
  dateTime(value: string | Date): string;
}

const made = new Map<string, Formats>();
function formats(language: string, timeZone?: string): Formats {
  const locale = language === 'vi' ? 'vi-VN' : 'en-US';
  const number = new Intl.NumberFormat(locale);
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  // The British locale writes dates as the product does.
  const date = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  });
  const time = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return {
    number: (value) => number.format(value),
    decimal: (value) => decimal.format(value),
    date: (value) => date.format(new Date(value)),
    dateTime: (value) => `${date.format(new Date(value))} ${time.format(new Date(value))}`,
  };
}

/** Numbers and dates in the current language; dates in the zone of the account (`time-zone.ts`), else in the browser's. */
export function useFormats(): Formats {
  const { language, options } = useTranslation('kit').i18n;
  const { timeZone } = options as { timeZone?: string };
  const name = language + timeZone;
  const existing = made.get(name);
  if (existing) return existing;
  const fresh = formats(language, timeZone);
  made.set(name, fresh);
  return fresh;
}
