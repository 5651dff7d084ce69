import { defineMail, linkVariable, textVariable, timeVariable } from './define.js';
import { letter } from './letter.js';

export const googleLinked = defineMail({
  name: 'google_linked',
  summary: 'Tells an owner that the account can be entered with Google now, in case it was not them.',
  variables: {
    user_name: textVariable('Nguyễn An'),
    linked_at: timeVariable('2030-01-31T09:00:00Z'),
    forgot_password_link: linkVariable('https://linkway.example/forgot-password', false),
  },
  texts: {
    en: letter({
      subject: 'You can log in with Google now',
      lines: [
        'Hello {{user_name}},',
        'Somebody logged in to your Linkway account with Google at {{linked_at}}, with a Google account of this email address. From now on that Google account opens your Linkway account.',
        'If it was you, there is nothing to do. If it was not, secure your Google account, choose a new password here and write to whoever runs this site.',
        { button: 'Choose a new password', to: 'forgot_password_link' },
      ],
    }),
    vi: letter({
      subject: 'Bạn có thể đăng nhập bằng Google',
      lines: [
        'Xin chào {{user_name}},',
        'Có người đã đăng nhập vào tài khoản Linkway của bạn bằng Google vào lúc {{linked_at}}, với tài khoản Google có địa chỉ email này. Từ nay tài khoản Google đó mở được tài khoản Linkway của bạn.',
        'Nếu đó là bạn, bạn không cần làm gì thêm. Nếu không phải, hãy bảo vệ tài khoản Google, đặt mật khẩu mới tại đây và báo cho người vận hành trang này.',
        { button: 'Đặt mật khẩu mới', to: 'forgot_password_link' },
      ],
    }),
  },
});
