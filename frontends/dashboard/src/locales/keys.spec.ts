import { beforeAll, expect, it } from '@jest/globals';
import { translator } from '@linkway/kit/i18n';
import { startApp } from '@linkway/kit/testing';
import { namespaces } from '.';

beforeAll(() => startApp(namespaces));

it('a key that has no text, and a namespace that nobody registers, are no program', () => {
  const t = translator(['dashboard', 'kit']);
  expect([typeof t('refresh'), typeof t('kit:retry')]).toEqual(['string', 'string']);
  // @ts-expect-error -- there is no such text
  t('list.no_such_text');
  // @ts-expect-error -- made of parts, of which one has no text
  t(`chart.${'clicks' as 'clicks' | 'no_such_text'}`);
  // @ts-expect-error -- of a namespace that was not asked for
  t('frame:skip');
  // @ts-expect-error -- there is no such namespace
  translator('no-such-namespace');
});
