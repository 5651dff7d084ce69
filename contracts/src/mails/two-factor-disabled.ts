import { defineMail, linkVariable, textVariable, timeVariable } from './define.js';
import { letter } from './letter.js';

export const twoFactorDisabled = defineMail({
  name: 'two_factor_disabled',
  summary: 'Tells an owner that two-factor authentication is off now, in case it was not them.',
  variables: {
    user_name: textVariable('Nguyễn An'),
    changed_at: timeVariable('2030-01-31T09:00:00Z'),
    forgot_password_link: linkVariable('https://linkway.example/forgot-password', false),
  },
  texts: {
    en: letter({
      subject: 'Two-factor authentication is off',
      lines: [
        'Hello {{user_name}},',
        'Two-factor authentication was turned off for your Linkway account at {{changed_at}}. Your password alone opens it now.',
        'If it was you, there is nothing to do. If it was not, choose a new password at once, and turn it on again.',
        { button: 'Choose a new password', to: 'forgot_password_link' },
      ],
    }),
    vi: letter({
      subject: 'Xác thực hai bước đã được tắt',
      lines: [
        'Xin chào {{user_name}},',
        'Xác thực hai bước cho tài khoản Linkway của bạn đã được tắt vào lúc {{changed_at}}. Giờ đây chỉ cần mật khẩu là vào được tài khoản.',
        'Nếu đó là bạn, bạn không cần làm gì thêm. Nếu không phải, hãy đặt mật khẩu mới ngay rồi bật lại.',
        { button: 'Đặt mật khẩu mới', to: 'forgot_password_link' },
      ],
    }),
  },
});
