import { defineMail, linkVariable, textVariable, timeVariable } from './define.js';
import { letter } from './letter.js';

export const resetPasswordMail = defineMail({
  name: 'reset_password',
  summary: 'Whoever forgot the password sets a new one.',
  variables: {
    user_name: textVariable('Nguyễn An'),
    reset_link: linkVariable('https://linkway.example/reset-password#token=example'),
    expires_at: timeVariable('2030-01-31T09:00:00Z'),
  },
  texts: {
    en: letter({
      subject: 'Reset your password',
      lines: [
        'Hello {{user_name}},',
        'We were asked to reset the password of your Linkway account.',
        { button: 'Choose a new password', to: 'reset_link' },
        'The link works once, and expires after 1 hour: at {{expires_at}}.',
        'If it was not you who asked, you can ignore this email. Your password stays as it is.',
      ],
    }),
    vi: letter({
      subject: 'Đặt lại mật khẩu của bạn',
      lines: [
        'Xin chào {{user_name}},',
        'Chúng tôi nhận được yêu cầu đặt lại mật khẩu cho tài khoản Linkway của bạn.',
        { button: 'Đặt mật khẩu mới', to: 'reset_link' },
        'Liên kết chỉ dùng được một lần và hết hạn sau 1 giờ, vào lúc {{expires_at}}.',
        'Nếu bạn không yêu cầu, vui lòng bỏ qua email này. Mật khẩu của bạn vẫn giữ nguyên.',
      ],
    }),
  },
});
