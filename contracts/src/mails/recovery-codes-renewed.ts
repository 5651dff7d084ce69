import { defineMail, linkVariable, textVariable, timeVariable } from './define.js';
import { letter } from './letter.js';

export const recoveryCodesRenewed = defineMail({
  name: 'recovery_codes_renewed',
  summary: 'Tells an owner that there are new recovery codes, and the former work no more, in case it was not them.',
  variables: {
    user_name: textVariable('Nguyễn An'),
    changed_at: timeVariable('2030-01-31T09:00:00Z'),
    forgot_password_link: linkVariable('https://linkway.example/forgot-password', false),
  },
  texts: {
    en: letter({
      subject: 'Your account has new recovery codes',
      lines: [
        'Hello {{user_name}},',
        'New recovery codes were made for your Linkway account at {{changed_at}}. The old codes no longer work.',
        'If it was you, there is nothing to do. If it was not, choose a new password at once and make new recovery codes.',
        { button: 'Choose a new password', to: 'forgot_password_link' },
      ],
    }),
    vi: letter({
      subject: 'Tài khoản của bạn có mã khôi phục mới',
      lines: [
        'Xin chào {{user_name}},',
        'Các mã khôi phục mới cho tài khoản Linkway của bạn đã được tạo vào lúc {{changed_at}}. Các mã cũ không dùng được nữa.',
        'Nếu đó là bạn, bạn không cần làm gì thêm. Nếu không phải, hãy đặt mật khẩu mới ngay và tạo mã khôi phục mới.',
        { button: 'Đặt mật khẩu mới', to: 'forgot_password_link' },
      ],
    }),
  },
});
