import { defineMail, linkVariable, textVariable, timeVariable } from './define.js';
import { letter } from './letter.js';

export const recoveryCodeUsed = defineMail({
  name: 'recovery_code_used',
  summary: 'Tells an owner that a recovery code was used, and how many are left, in case it was not them.',
  variables: {
    user_name: textVariable('Nguyễn An'),
    used_at: timeVariable('2030-01-31T09:00:00Z'),
    codes_left: textVariable('9'),
    forgot_password_link: linkVariable('https://linkway.example/forgot-password', false),
  },
  texts: {
    en: letter({
      subject: 'A recovery code of your account was used',
      lines: [
        'Hello {{user_name}},',
        'A recovery code of your Linkway account was used at {{used_at}}, together with your password. Codes left: {{codes_left}}. You can make new ones in your profile.',
        'If it was you, there is nothing to do. If it was not, choose a new password at once and make new recovery codes.',
        { button: 'Choose a new password', to: 'forgot_password_link' },
      ],
    }),
    vi: letter({
      subject: 'Một mã khôi phục của tài khoản bạn đã được dùng',
      lines: [
        'Xin chào {{user_name}},',
        'Một mã khôi phục của tài khoản Linkway của bạn đã được dùng cùng với mật khẩu vào lúc {{used_at}}. Số mã còn lại: {{codes_left}}. Bạn có thể tạo mã mới trong hồ sơ.',
        'Nếu đó là bạn, bạn không cần làm gì thêm. Nếu không phải, hãy đặt mật khẩu mới ngay và tạo mã khôi phục mới.',
        { button: 'Đặt mật khẩu mới', to: 'forgot_password_link' },
      ],
    }),
  },
});
