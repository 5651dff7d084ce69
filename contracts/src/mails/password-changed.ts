import { defineMail, linkVariable, textVariable, timeVariable } from './define.js';
import { letter } from './letter.js';

export const passwordChanged = defineMail({
  name: 'password_changed',
  summary: 'Tells an owner that the password is another one now, in case it was not them.',
  variables: {
    user_name: textVariable('Nguyễn An'),
    changed_at: timeVariable('2030-01-31T09:00:00Z'),
    forgot_password_link: linkVariable('https://linkway.example/forgot-password', false),
  },
  texts: {
    en: letter({
      subject: 'Your password was changed',
      lines: [
        'Hello {{user_name}},',
        'The password of your Linkway account was changed at {{changed_at}}.',
        'If it was you, there is nothing to do. If it was not, choose a new password at once.',
        { button: 'Choose a new password', to: 'forgot_password_link' },
      ],
    }),
    vi: letter({
      subject: 'Mật khẩu của bạn đã được thay đổi',
      lines: [
        'Xin chào {{user_name}},',
        'Mật khẩu tài khoản Linkway của bạn đã được thay đổi vào lúc {{changed_at}}.',
        'Nếu đó là bạn, bạn không cần làm gì thêm. Nếu không phải, hãy đặt mật khẩu mới ngay.',
        { button: 'Đặt mật khẩu mới', to: 'forgot_password_link' },
      ],
    }),
  },
});
