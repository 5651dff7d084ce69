import { defineMail, linkVariable, textVariable } from './define.js';
import { letter } from './letter.js';

export const notificationMail = defineMail({
  name: 'notification',
  summary: 'A notification of the web app, to whoever wants those by mail, too.',
  variables: {
    user_name: textVariable('Nguyễn An'),
    title: textVariable('All links of this month are used'),
    text: textVariable('New links can be made next month.'),
    link: linkVariable('https://linkway.example/dashboard?tab=overview', false),
    settings_link: linkVariable('https://linkway.example/dashboard?tab=settings', false),
  },
  texts: {
    en: letter({
      subject: 'Notification: {{title}}',
      lines: [
        'Hello {{user_name}},',
        '{{title}}',
        '{{text}}',
        { button: 'Open Linkway', to: 'link' },
        'You can turn these emails off in your settings: {{settings_link}}',
      ],
    }),
    vi: letter({
      subject: 'Thông báo: {{title}}',
      lines: [
        'Xin chào {{user_name}},',
        '{{title}}',
        '{{text}}',
        { button: 'Mở Linkway', to: 'link' },
        'Bạn có thể tắt các email này trong phần cài đặt: {{settings_link}}',
      ],
    }),
  },
});
