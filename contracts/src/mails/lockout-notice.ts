import { defineMail, linkVariable, textVariable, timeVariable } from './define.js';
import { letter } from './letter.js';

export const lockoutNotice = defineMail({
  name: 'lockout_notice',
  summary: 'Tells an owner that many wrong passwords were tried, and that more tries are refused for a while.',
  variables: {
    user_name: textVariable('Nguyễn An'),
    blocked_until: timeVariable('2030-01-31T09:00:00Z'),
    forgot_password_link: linkVariable('https://linkway.example/forgot-password', false),
  },
  texts: {
    en: letter({
      subject: 'Too many attempts to sign in to your account',
      lines: [
        'Hello {{user_name}},',
        'Somebody entered a wrong password for your Linkway account many times. To protect it, further attempts from there are refused until {{blocked_until}}.',
        'If it was you, wait until then, or choose a new password.',
        { button: 'Choose a new password', to: 'forgot_password_link' },
        'If it was not you, there is nothing to do, unless somebody could guess your password: then choose a better one.',
      ],
    }),
    vi: letter({
      subject: 'Quá nhiều lần thử đăng nhập vào tài khoản của bạn',
      lines: [
        'Xin chào {{user_name}},',
        'Có người đã nhập sai mật khẩu tài khoản Linkway của bạn nhiều lần. Để bảo vệ tài khoản, các lần thử tiếp theo từ nơi đó sẽ bị từ chối cho đến {{blocked_until}}.',
        'Nếu đó là bạn, vui lòng đợi đến lúc đó hoặc đặt mật khẩu mới.',
        { button: 'Đặt mật khẩu mới', to: 'forgot_password_link' },
        'Nếu không phải bạn, bạn không cần làm gì, trừ khi mật khẩu của bạn dễ đoán: khi đó hãy đặt một mật khẩu mạnh hơn.',
      ],
    }),
  },
});
