import { defineMail, linkVariable, textVariable, timeVariable } from './define.js';
import { letter } from './letter.js';

export const confirmation = defineMail({
  name: 'confirmation',
  summary: 'Whoever registered shows that the address is theirs.',
  variables: {
    user_name: textVariable('Nguyễn An'),
    confirmation_link: linkVariable('https://linkway.example/confirm-email#token=example'),
    expires_at: timeVariable('2030-01-31T09:00:00Z'),
  },
  texts: {
    en: letter({
      subject: 'Confirm your email address',
      lines: [
        'Hello {{user_name}},',
        'Thank you for registering with Linkway. Please confirm that this email address is yours.',
        { button: 'Confirm email address', to: 'confirmation_link' },
        'The link is valid until {{expires_at}}.',
        'If you did not register, you can ignore this email.',
      ],
    }),
    vi: letter({
      subject: 'Xác nhận địa chỉ email của bạn',
      lines: [
        'Xin chào {{user_name}},',
        'Cảm ơn bạn đã đăng ký Linkway. Vui lòng xác nhận địa chỉ email này là của bạn.',
        { button: 'Xác nhận địa chỉ email', to: 'confirmation_link' },
        'Liên kết có hiệu lực đến {{expires_at}}.',
        'Nếu bạn không đăng ký, vui lòng bỏ qua email này.',
      ],
    }),
  },
});
