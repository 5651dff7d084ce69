import { afterEach, expect, it, jest } from '@jest/globals';
import type { TagRepository } from './tag.repository.js';
import { TagService } from './tag.service.js';

afterEach(() => void jest.restoreAllMocks());

/** A workspace that spells its tags so; `asked`: which tags the database was asked for. */
function spelling(...spelled: string[]) {
  const asked: string[] = [];
  const bySmall = new Map(spelled.map((tag) => [tag.toLowerCase(), tag]));
  const repository = {
    spellings: async (workspace: string, tags: readonly string[]) => {
      asked.push(`${workspace}: ${tags.join(' ')}`);
      return new Map(
        tags.flatMap((tag) => {
          const known = bySmall.get(tag.toLowerCase());
          return known === undefined ? [] : [[tag, known] as const];
        }),
      );
    },
  };
  return { asked, tags: new TagService(repository as unknown as TagRepository) };
}

it('asks no more for tags that are known to be spelled so, for a minute and of that workspace', async () => {
  const { asked, tags } = spelling('Spring', 'News');
  const sent = ['Spring', 'News'];
  for (let time = 0; time < 3; time += 1) expect(await tags.spelled('a', sent)).toEqual(sent);
  expect(asked).toEqual(['a: Spring News']);
  await tags.spelled('b', sent);
  const now = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(now + 60_100);
  // The cache looks at the clock once in a millisecond.
  await new Promise((resolve) => void setTimeout(resolve, 5));
  await tags.spelled('a', sent);
  expect(asked).toEqual(['a: Spring News', 'b: Spring News', 'a: Spring News']);
});

it('asks again where one is spelled otherwise, is not there yet, or comes to a link that has some', async () => {
  const { asked, tags } = spelling('Spring');
  expect(await tags.spelled('a', ['spring'])).toEqual(['Spring']);
  expect(await tags.spelled('a', ['Spring', 'new'])).toEqual(['Spring', 'new']);
  expect(await tags.spelled('a', ['Spring', 'new'])).toEqual(['Spring', 'new']);
  expect(await tags.spelled('a', ['Spring'], ['Spring'])).toEqual(['Spring']);
  expect(asked).toEqual(['a: spring', 'a: Spring new', 'a: Spring new', 'a: Spring']);
  expect(await tags.spelled('a', ['Spring', 'SPRING'])).toEqual(['Spring']);
});
