import { defineMail, linkVariable, textVariable, timeVariable } from './define.js';
import { letter } from './letter.js';

export const wrongCodesNotice = defineMail({
  name: 'wrong_codes_notice',
  summary:
    'Tells an owner that somebody who knows the password tried wrong verification codes until no more were taken.',
  variables: {
    user_name: textVariable('Nguyễn An'),
    blocked_until: timeVariable('2030-01-31T09:00:00Z'),
    forgot_password_link: linkVariable('https://linkway.example/forgot-password', false),
  },
  texts: {
    en: letter({
      subject: 'Somebody with your password tried wrong verification codes',
      lines: [
        'Hello {{user_name}},',
        'Somebody entered the right password of your Linkway account, and wrong verification codes many times. Further attempts may be refused until {{blocked_until}}.',
        'If it was you, wait until then, and check that the clock of your phone is right.',
        'If it was not you, your password is known to somebody else: choose a new one at once.',
        { button: 'Choose a new password', to: 'forgot_password_link' },
      ],
    }),
    vi: letter({
      subject: 'Có người biết mật khẩu của bạn đã nhập sai mã xác thực',
      lines: [
        'Xin chào {{user_name}},',
        'Có người đã nhập đúng mật khẩu tài khoản Linkway của bạn, nhưng nhập sai mã xác thực nhiều lần. Các lần thử tiếp theo có thể bị từ chối cho đến {{blocked_until}}.',
        'Nếu đó là bạn, vui lòng đợi đến lúc đó và kiểm tra giờ trên điện thoại có đúng không.',
        'Nếu không phải bạn, đã có người khác biết mật khẩu của bạn: hãy đặt mật khẩu mới ngay.',
        { button: 'Đặt mật khẩu mới', to: 'forgot_password_link' },
      ],
    }),
  },
});
