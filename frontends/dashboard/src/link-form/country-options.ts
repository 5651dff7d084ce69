import { countries, OTHER_COUNTRIES } from '@linkway/contracts/rules';

export interface CountryOption {
  value: string;
  label: string;
  /** What it is found by: its names without marks, and its code. */
  search: string;
}

/** Those that most links are for come first. */
const FIRST = 'VN US GB DE FR JP KR CN SG TH MY ID PH AU CA BR MX IN'.split(' ');

const plain = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd').replaceAll('Đ', 'D').toLowerCase();

/** All countries by their names in the language, each found by its English name, too. `others`: what all others are called, where they are to be there. */
export function countryOptions(language: string, others?: string): CountryOption[] {
  const [names, english] = [language, 'en'].map((each) => new Intl.DisplayNames([each], { type: 'region' }));
  const option = (value: string): CountryOption => {
    const label = names?.of(value) ?? value;
    return { value, label, search: plain(`${label} ${english?.of(value) ?? ''} ${value}`) };
  };
  const rest = countries.filter((code) => !FIRST.includes(code)).map(option);
  const { compare } = new Intl.Collator(language);
  return [
    ...FIRST.map(option),
    ...(others === undefined ? [] : [{ value: OTHER_COUNTRIES, label: others, search: plain(others) }]),
    ...rest.sort((a, b) => compare(a.label, b.label)),
  ];
}

/** As a list filters by what is typed. */
export const isFoundBy = (typed: string, option?: Partial<CountryOption>): boolean =>
  (option?.search ?? '').includes(plain(typed.trim()));
