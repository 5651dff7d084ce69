import { expect, it } from '@jest/globals';
import { resourcesOf } from './resources';

it('is nested by the dots of its keys', () => {
  expect(
    resourcesOf({ kit: { save: 'Enregistrer', 'error.retry': 'Réessayer', 'error.of.all': 'Tout' } }, 'fr'),
  ).toEqual({
    kit: { save: 'Enregistrer', error: { retry: 'Réessayer', of: { all: 'Tout' } } },
  });
});

it('says a form of a plural that is missing by the one for many', () => {
  expect(resourcesOf({ kit: { links_other: '{{count}} liens' } }, 'fr').kit).toEqual({
    links_one: '{{count}} liens',
    links_many: '{{count}} liens',
    links_other: '{{count}} liens',
  });
  expect(resourcesOf({ kit: { links_one: '{{count}} lien' } }, 'fr').kit).toEqual({ links_one: '{{count}} lien' });
  expect(resourcesOf({ kit: { links_other: '{{count}} 件' } }, 'ja').kit).toEqual({ links_other: '{{count}} 件' });
});
