import { describe, expect, it } from '@jest/globals';
import { AppError } from '@linkway/platform';
import { checkPassword } from './password-rules.js';

const owner = { email: 'An.Nguyen+links@example.com', full_name: 'Nguyễn Văn Đạt' };
const refusalOf = (password: string): string | undefined => {
  try {
    checkPassword(password, owner);
    return undefined;
  } catch (error) {
    return (error as AppError).code;
  }
};

describe('checkPassword', () => {
  it.each(['123456', 'password', 'PASSWORD', 'qwerty', 'iloveyou', 'dragon', '25111988', 'aaaaaa', '      '])(
    'refuses what everybody uses: %s',
    (password) => expect(refusalOf(password)).toBe('auth.password_common'),
  );

  it.each([
    'An.Nguyen+links@example.com',
    'an.nguyen+links',
    'Nguyễn 1',
    'Nguyễn Văn Đạt',
    'nguyenvandat',
    'dat van nguyen',
    'NguyenVanDat1990!',
    '2026-Linkway',
    'linkway',
    'links1',
  ])('refuses what is known of its owner, and the name of the product: %s', (password) =>
    expect(refusalOf(password)).toBe('auth.password_personal'),
  );

  it.each(['open sesame 1', 'a-password-1', 'Mật khẩu của tôi', 'nguyen mua mot con meo', 'dat1x9', '🦊🐻🦊🐻🦊🐻'])(
    'takes another: %s',
    (password) => expect(refusalOf(password)).toBeUndefined(),
  );

  it('names the field that is to blame', () => {
    const thrown = () => checkPassword('qwerty', owner, 'new_password');
    expect(thrown).toThrow(expect.objectContaining({ errors: [expect.objectContaining({ field: 'new_password' })] }));
  });
});
