import { defineMail, linkVariable, textVariable, timeVariable } from './define.js';
import { letter } from './letter.js';

export const deletionRequested = defineMail({
  name: 'deletion_requested',
  summary: 'Tells an owner when the account will be deleted, and how to keep it.',
  variables: {
    user_name: textVariable('Nguyễn An'),
    deletion_at: timeVariable('2030-02-14T09:00:00Z'),
    profile_link: linkVariable('https://linkway.example/dashboard?tab=profile'),
    forgot_password_link: linkVariable('https://linkway.example/forgot-password', false),
  },
  texts: {
    en: letter({
      subject: 'Your Linkway account will be deleted',
      lines: [
        'Hello {{user_name}},',
        'You asked us to delete your Linkway account. It will be deleted at {{deletion_at}}, with its links, their statistics, API keys and settings. Its short links stop working then.',
        'Until then everything works as before. To keep the account, sign in and choose “Keep my account”.',
        { button: 'Keep my account', to: 'profile_link' },
        'If this was not you, choose a new password at once, then keep the account.',
        { button: 'Choose a new password', to: 'forgot_password_link' },
      ],
    }),
    vi: letter({
      subject: 'Tài khoản Linkway của bạn sẽ bị xóa',
      lines: [
        'Xin chào {{user_name}},',
        'Bạn đã yêu cầu xóa tài khoản Linkway. Tài khoản sẽ bị xóa vào lúc {{deletion_at}}, cùng với các liên kết, số liệu thống kê, API key và cài đặt. Từ lúc đó, các liên kết ngắn của bạn ngừng hoạt động.',
        'Cho đến lúc đó mọi thứ vẫn hoạt động như trước. Để giữ lại tài khoản, hãy đăng nhập và chọn “Giữ tài khoản của tôi”.',
        { button: 'Giữ tài khoản của tôi', to: 'profile_link' },
        'Nếu không phải bạn, hãy đặt mật khẩu mới ngay rồi giữ lại tài khoản.',
        { button: 'Đặt mật khẩu mới', to: 'forgot_password_link' },
      ],
    }),
  },
});
