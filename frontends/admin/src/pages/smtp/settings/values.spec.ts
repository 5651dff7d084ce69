import { expect, it } from '@jest/globals';
import { settings } from '../fixtures';
import { needsPassword, passwordState, valuesOf } from './values';

const typed = (more: object) => ({ ...valuesOf(settings), ...more });

it.each([{ host: 'other.example.com' }, { port: '465' }, { secure: 'tls' }, { username: 'another' }])(
  'a saved password is asked for again with %j',
  (more) => expect(needsPassword(settings, typed(more))).toBe(true),
);

it('a saved password stays with another sender, and spaces around what is typed are none of it', () => {
  expect(needsPassword(settings, typed({ from_email: 'x@example.com', enabled: false }))).toBe(false);
  expect(needsPassword(settings, typed({ host: ' smtp.example.com', username: 'mailer ' }))).toBe(false);
});

it.each([
  [true, { host: 'other.example.com' }, 'again'],
  [true, {}, 'kept'],
  [true, { username: ' ' }, 'removed'],
  [false, {}, 'missing'],
  [false, { password: 'secret' }, 'none'],
  [false, { username: '' }, 'none'],
])('with one saved (%j) and %j typed the password is %s', (password_set, more, state) =>
  expect(passwordState({ ...settings, password_set }, typed(more))).toBe(state),
);
