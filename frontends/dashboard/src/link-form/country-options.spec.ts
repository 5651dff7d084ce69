import { describe, expect, it } from '@jest/globals';
import { countryOptions, isFoundBy } from './country-options';

describe('countryOptions', () => {
  it('has every country once, those of most links first, by their names in the language', () => {
    const english = countryOptions('en', 'All other countries');
    const names = english.map(({ label }) => label);
    expect(new Set(names).size).toBe(251);
    expect(names.slice(0, 5)).toEqual(['Vietnam', 'United States', 'United Kingdom', 'Germany', 'France']);
    expect(names.slice(18, 20)).toEqual(['All other countries', 'Afghanistan']);
    const vietnamese = countryOptions('vi', 'Các quốc gia khác');
    expect(vietnamese.slice(0, 4).map(({ label }) => label)).toEqual(['Việt Nam', 'Hoa Kỳ', 'Vương quốc Anh', 'Đức']);
    expect(vietnamese.map(({ value }) => value).sort()).toEqual(english.map(({ value }) => value).sort());
  });

  it('is searched without marks, by the English name and by the code', () => {
    const found = (typed: string) =>
      countryOptions('vi', 'Các quốc gia khác')
        .filter((option) => isFoundBy(typed, option))
        .map(({ value }) => value);
    expect(found(' viet nam')).toEqual(['VN']);
    expect(found('germany')).toEqual(['DE']);
    expect(found('Đức')).toContain('DE');
    expect(found('khác')).toEqual(['other']);
    expect(found('nowhere')).toEqual([]);
  });
});
