import { useTranslation } from 'react-i18next';

export interface Formats {
  number(value: number): string;
  /** With one decimal: 3 -> 3.0 */
  decimal(value: number): string;
  /** dd/MM/yyyy in both built-in languages. */
  date(value: string | Date): string;
  /** dd/MM/yyyy HH:mm */
  dateTime(value: string | Date): string;
}

/** What the account and its language add to those of i18next: `time-zone.ts`, `added-language/`. */
interface Options {
  timeZone?: string;
  locale?: string;
}

const made = new Map<string, Formats>();
function formats(language: string, { timeZone, locale: own }: Options): Formats {
  const locale = own ?? (language === 'vi' ? 'vi-VN' : 'en-US');
  const number = new Intl.NumberFormat(locale);
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  // The British locale writes dates as the product does; a language that was added has its own way.
  const dates = own ?? 'en-GB';
  // Made when first asked for: each is some milliseconds of work on a slow phone, and many a page shows no time.
  const by =
    (options: Intl.DateTimeFormatOptions, made?: Intl.DateTimeFormat) =>
    (value: string | Date): string =>
      (made ??= new Intl.DateTimeFormat(dates, { timeZone, ...options })).format(new Date(value));
  const date = by({ day: '2-digit', month: '2-digit', year: 'numeric' });
  const time = by({ hour: '2-digit', minute: '2-digit' });
  return {
    number: (value) => number.format(value),
    decimal: (value) => decimal.format(value),
    date,
    dateTime: (value) => `${date(value)} ${time(value)}`,
  };
}

/** Numbers and dates in the current language; dates in the zone of the account (`time-zone.ts`), else in the browser's. */
export function useFormats(): Formats {
  const { language, options } = useTranslation('kit').i18n;
  const own = options as Options;
  const name = language + own.timeZone;
  const existing = made.get(name);
  if (existing) return existing;
  const fresh = formats(language, own);
  made.set(name, fresh);
  return fresh;
}
