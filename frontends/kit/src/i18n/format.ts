import { useTranslation } from 'react-i18next';

export interface Formats {
  number(value: number): string;
  /** With one decimal: 3 -> 3.0 */
  decimal(value: number): string;
  /** 0.123 -> 12.3 % */
  percent(value: number): string;
  /** dd/MM/yyyy in both languages. */
  date(value: string | Date): string;
  /** dd/MM/yyyy HH:mm */
  dateTime(value: string | Date): string;
  /** Minor units, as the API gives money. */
  money(minor: number, currency?: string): string;
}

const made = new Map<string, Formats>();

function formats(language: string): Formats {
  const locale = language === 'vi' ? 'vi-VN' : 'en-US';
  const number = new Intl.NumberFormat(locale);
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  // The British locale writes dates as the product does.
  const date = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric' });
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return {
    number: (value) => number.format(value),
    decimal: (value) => decimal.format(value),
    percent: (value) => percent.format(value),
    date: (value) => date.format(new Date(value)),
    dateTime: (value) => `${date.format(new Date(value))} ${time.format(new Date(value))}`,
    money: (minor, currency = 'USD') => {
      const format = new Intl.NumberFormat(locale, { style: 'currency', currency });
      return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
    },
  };
}

/** Numbers, dates and money in the current language. */
export function useFormats(): Formats {
  const { language } = useTranslation('kit').i18n;
  const existing = made.get(language);
  if (existing) return existing;
  const fresh = formats(language);
  made.set(language, fresh);
  return fresh;
}
