import { defineMail, linkVariable, textVariable, timeVariable } from './define.js';
import { letter } from './letter.js';

export const deletionCancelled = defineMail({
  name: 'deletion_cancelled',
  summary: 'Tells an owner that the account stays after all.',
  variables: {
    user_name: textVariable('Nguyễn An'),
    cancelled_at: timeVariable('2030-01-31T09:00:00Z'),
    forgot_password_link: linkVariable('https://linkway.example/forgot-password', false),
  },
  texts: {
    en: letter({
      subject: 'Your Linkway account stays',
      lines: [
        'Hello {{user_name}},',
        'The deletion of your Linkway account was cancelled at {{cancelled_at}}. Nothing was lost.',
        'If this was not you, choose a new password at once, then ask for the deletion again.',
        { button: 'Choose a new password', to: 'forgot_password_link' },
      ],
    }),
    vi: letter({
      subject: 'Tài khoản Linkway của bạn được giữ lại',
      lines: [
        'Xin chào {{user_name}},',
        'Yêu cầu xóa tài khoản Linkway của bạn đã được hủy vào lúc {{cancelled_at}}. Không có gì bị mất.',
        'Nếu không phải bạn, hãy đặt mật khẩu mới ngay rồi yêu cầu xóa lại.',
        { button: 'Đặt mật khẩu mới', to: 'forgot_password_link' },
      ],
    }),
  },
});
