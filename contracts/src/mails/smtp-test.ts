import { defineMail, timeVariable } from './define.js';
import { letter } from './letter.js';

export const smtpTest = defineMail({
  name: 'smtp_test',
  summary: 'An administrator tries the SMTP settings.',
  variables: { sent_at: timeVariable('2030-01-31T09:00:00Z') },
  texts: {
    en: letter({
      subject: 'Test email from Linkway',
      lines: ['This email was sent at {{sent_at}} to try the SMTP settings.', 'It arrived, so they work.'],
    }),
    vi: letter({
      subject: 'Email kiểm tra từ Linkway',
      lines: [
        'Email này được gửi lúc {{sent_at}} để kiểm tra cấu hình SMTP.',
        'Bạn nhận được email này nghĩa là cấu hình đã hoạt động.',
      ],
    }),
  },
});
