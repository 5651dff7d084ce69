import { describe, expect, it } from '@jest/globals';
import { isErrorCode } from '../src/errors/index.js';
import { tagsSchema } from '../src/fields/tags.js';
import { createLinkSchema, listLinksQuerySchema, updateLinkSchema } from '../src/http/links.js';
import { listLinksRpc } from '../src/queries/links.js';
import { MAX_TAG_LENGTH, MOST_TAGS, tagOf, tagsFault } from '../src/rules/tags.js';

const refusalOf = (schema: typeof tagsSchema, value: unknown) => {
  const issue = schema.safeParse(value).error?.issues[0];
  return issue && [issue.path.join('.'), issue.message];
};
const many = (count: number): string[] => Array.from({ length: count }, (_, n) => `tag ${n}`);

describe('tags of a link', () => {
  it.each([
    [[], []],
    [
      ['Summer', 'news'],
      ['Summer', 'news'],
    ],
    [['  Summer \t sale\n2026 '], ['Summer sale 2026']],
    [['Summer', 'SUMMER', ' summer '], ['Summer']],
    [
      ['b', 'a', 'B'],
      ['b', 'a'],
    ],
    // One letter, however it was typed; another one without its mark.
    [
      ['hè', 'hè'.normalize('NFD'), 'he'],
      ['hè', 'he'],
    ],
    [['Đà Nẵng', 'ĐÀ NẴNG'], ['Đà Nẵng']],
    [['\u202eabc\u2066'], ['abc']],
    [
      ['👩‍👩‍👧', '#1', 'a/b', '"quoted"', "o'clock", '{}', '%_\\', '<b>'],
      ['👩‍👩‍👧', '#1', 'a/b', '"quoted"', "o'clock", '{}', '%_\\', '<b>'],
    ],
    [['x'.repeat(MAX_TAG_LENGTH)], ['x'.repeat(MAX_TAG_LENGTH)]],
    [many(MOST_TAGS), many(MOST_TAGS)],
    // What is there twice counts once.
    [[...many(MOST_TAGS), 'TAG 1', 'tag 2'], many(MOST_TAGS)],
  ])('%j are %j', (sent, kept) => expect(tagsSchema.parse(sent)).toEqual(kept));

  it.each([
    ['an empty one', ['a', ''], '1', 'links.tag_invalid'],
    ['blanks', [' \t '], '0', 'links.tag_invalid'],
    ['nothing that is seen', ['\u200b\u200d\u2060'], '0', 'links.tag_invalid'],
    ['marks alone', ['\u0301'], '0', 'links.tag_invalid'],
    ['a comma', ['a,b'], '0', 'links.tag_invalid'],
    ['a control character', ['a\u0007'], '0', 'links.tag_invalid'],
    ['a zero character', ['a\0'], '0', 'links.tag_invalid'],
    ['half a surrogate pair', ['a\ud800'], '0', 'links.tag_invalid'],
    ['51 characters', ['x'.repeat(MAX_TAG_LENGTH + 1)], '0', 'links.tag_invalid'],
    ['12 of them', many(12), '', 'links.tags_too_many'],
    ['a number', [7], '0', 'request.field_type'],
    ['null', null, '', 'request.field_type'],
    ['one text', 'a', '', 'request.field_type'],
    ['an object', { 0: 'a' }, '', 'request.field_type'],
  ])('cannot be %s', (_, sent, field, code) => {
    expect(refusalOf(tagsSchema, sent)).toEqual([field, code]);
    expect(isErrorCode(code)).toBe(true);
  });

  it('are judged by the web app as by the API', () => {
    expect(tagsFault(many(10))).toBeNull();
    expect(tagsFault(many(11))).toBe('links.tags_too_many');
    expect(tagsFault([tagOf(' \u200b ')])).toBe('links.tag_invalid');
  });

  it('are taken with a new link and a change, and are left out where they are not sent', () => {
    expect(createLinkSchema.parse({ url: 'https://example.com', tags: [' a ', 'A'] }).tags).toEqual(['a']);
    expect(updateLinkSchema.parse({ tags: [] })).toEqual({ tags: [] });
    expect(updateLinkSchema.parse({})).toEqual({});
    expect(updateLinkSchema.safeParse({ tags: null }).success).toBe(false);
  });
});

describe('what links are listed by', () => {
  it('is tags with commas between them, which the service is asked for as a list', () => {
    const { tags } = listLinksQuerySchema.parse({ tags: 'Summer sale, news ,NEWS' });
    expect(tags).toEqual(['Summer sale', 'news']);
    expect(listLinksRpc.request.parse({ tags }).tags).toEqual(tags);
  });

  it.each([
    [{ tags: '' }, 'links.tag_invalid'],
    [{ tags: 'a,,b' }, 'links.tag_invalid'],
    [{ tags: many(11).join() }, 'links.tags_too_many'],
    [{ tags: ['a', 'b'] }, 'request.field_type'],
    [{ created_from: '2026-01-01' }, 'links.created_invalid'],
    [{ created_to: 'yesterday' }, 'links.created_invalid'],
    [{ created_to: '0000-01-01T00:00:00Z' }, 'links.created_invalid'],
  ])('is not %j', (query, code) => {
    expect(listLinksQuerySchema.safeParse(query).error?.issues[0]?.message).toBe(code);
  });
});
