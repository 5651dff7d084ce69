import { defineMail, linkVariable, textVariable, timeVariable } from './define.js';
import { letter } from './letter.js';

export const twoFactorEnabled = defineMail({
  name: 'two_factor_enabled',
  summary: 'Tells an owner that two-factor authentication is on now, in case it was not them.',
  variables: {
    user_name: textVariable('Nguyễn An'),
    changed_at: timeVariable('2030-01-31T09:00:00Z'),
    forgot_password_link: linkVariable('https://linkway.example/forgot-password', false),
  },
  texts: {
    en: letter({
      subject: 'Two-factor authentication is on',
      lines: [
        'Hello {{user_name}},',
        'Two-factor authentication was turned on for your Linkway account at {{changed_at}}. From now on, signing in takes a code from your authenticator app as well.',
        'Keep your recovery codes where you can find them without your phone.',
        'If it was not you, choose a new password at once and write to whoever runs this site.',
        { button: 'Choose a new password', to: 'forgot_password_link' },
      ],
    }),
    vi: letter({
      subject: 'Xác thực hai bước đã được bật',
      lines: [
        'Xin chào {{user_name}},',
        'Xác thực hai bước cho tài khoản Linkway của bạn đã được bật vào lúc {{changed_at}}. Từ nay, khi đăng nhập bạn cần thêm mã trong ứng dụng xác thực.',
        'Hãy cất các mã khôi phục ở nơi bạn vẫn lấy được khi không có điện thoại.',
        'Nếu không phải bạn, hãy đặt mật khẩu mới ngay và báo cho người vận hành trang này.',
        { button: 'Đặt mật khẩu mới', to: 'forgot_password_link' },
      ],
    }),
  },
});
