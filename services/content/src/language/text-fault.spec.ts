import { describe, expect, it } from '@jest/globals';
import { keptFault, keyFault, textFault } from './text-fault.js';

const page = (key = 'title') => ({ namespace: 'kit', key });
const error = { namespace: 'errors', key: 'links.code_taken' };

describe('a text in place of the English one', () => {
  it.each([
    ['Save', 'Enregistrer'],
    ['Hello {{name}}', '{{ name }}, bonjour'],
    ['{{a}} of {{b}}', '{{b}} : {{a}}, {{b}}'],
    ['<bold>Free</bold> for all', 'Pour tous : <bold>gratuit</bold>'],
    ['1 < 2', '1 < 2'],
    ['Refer by $t(kit:x)', '$t(kit:x)'],
  ])('%j may be %j', (english, text) => expect(textFault(page(), english, text)).toBeNull());

  it.each([
    ['Hello {{name}}', 'Bonjour', 'languages.text_placeholders_differ'],
    ['Hello', 'Bonjour {{name}}', 'languages.text_placeholders_differ'],
    ['Hello {{name}}', 'Bonjour {{nom}}', 'languages.text_placeholders_differ'],
    ['Hello {{name}}', 'Bonjour {{name}} {{', 'languages.text_placeholders_differ'],
    ['Hello', '<b>Bonjour</b>', 'languages.text_tags_differ'],
    ['<b>Hello</b>', 'Bonjour', 'languages.text_tags_differ'],
    ['<b>Hello</b>', '<b onclick="x()">Bonjour</b>', 'languages.text_tags_differ'],
    ['Hello', 'Bonjour<img src=x onerror=alert(1)>', 'languages.text_tags_differ'],
    ['Hello', 'Bonjour <script', 'languages.text_tags_differ'],
    ['Hello', '$t(kit:title)', 'languages.text_refers'],
  ])('%j may not be %j', (english, text, fault) => expect(textFault(page(), english, text)).toBe(fault));

  it('may say one in words, but not many', () => {
    expect(textFault(page('links_one'), '{{count}} link', 'un lien')).toBeNull();
    expect(textFault(page('links_one'), '{{shown}} link', 'un lien')).toBeNull();
    expect(textFault(page('links_one'), '{{count}} link of {{name}}', 'un lien')).not.toBeNull();
    expect(textFault(page('links_many'), '{{count}} links', 'beaucoup')).not.toBeNull();
  });

  it('has single braces where it is of an error', () => {
    expect(textFault(error, '{code} is taken', 'Pris : {code}')).toBeNull();
    expect(textFault(error, '{code} is taken', 'Pris')).toBe('languages.text_placeholders_differ');
    expect(textFault(page(), 'No {braces}', 'Sans')).toBeNull();
  });
});

describe('what can be kept', () => {
  it.each([1, null, true, ['x'], undefined])('is not %j', (value) =>
    expect(keptFault(value)).toBe('languages.text_no_string'),
  );
  it('is no longer than 5,000 characters and has none that cannot be shown', () => {
    expect(keptFault('é'.repeat(5_000))).toBeNull();
    expect(keptFault('é'.repeat(5_001))).toBe('languages.text_too_long');
    expect(keptFault('a\u0000b')).toBe('request.field_characters');
    expect(keptFault('a\ud800b')).toBe('request.field_characters');
    expect(keptFault('two\nlines 🎉')).toBeNull();
  });
  it.each(['__proto__', 'a.__proto__.b', 'constructor', 'a.prototype', '', 'a..b', 'a b', 'a:b', 'x'.repeat(201)])(
    'has no key %j',
    (key) => expect(keyFault(page(key))).toBe('languages.text_key_forbidden'),
  );
  it.each(['__proto__', 'constructor', 'Kit', 'a/b', ''])('is in no namespace %j', (namespace) =>
    expect(keyFault({ namespace, key: 'title' })).toBe('languages.text_key_forbidden'),
  );
  it('has keys as the app writes them', () => {
    expect(keyFault(page('error.remote_title'))).toBeNull();
    expect(keyFault({ namespace: 'two-factor-first', key: 'a-b.c_one' })).toBeNull();
  });
});
