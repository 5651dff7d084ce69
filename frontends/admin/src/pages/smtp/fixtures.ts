import type { InboxMail, MailSettings, MailTemplate } from '@linkway/kit/api';

// What the API answers in the specs of the page.

export const settings: MailSettings = {
  host: 'smtp.example.com',
  port: 587,
  secure: false,
  username: 'mailer',
  password_set: true,
  from_email: 'hello@example.com',
  from_name: 'Linkway',
  enabled: true,
  updated_at: '2026-11-05T08:00:00.000Z',
};

const text = (subject: string) => ({
  subject,
  html_content: '<p style="color:red">Hello {{user_name}}</p>\n<a href="{{reset_link}}">Set it</a>',
  text_content: 'Hello {{user_name}}\n{{reset_link}}',
  edited: false,
  updated_at: null,
});

export const template: MailTemplate = {
  name: 'reset_password',
  variables: [
    { name: 'user_name', kind: 'text', example: 'Nguyễn An', required: false },
    { name: 'reset_link', kind: 'link', example: 'https://linkway.example/reset', required: true },
  ],
  en: text('Set a new password'),
  vi: text('Đặt mật khẩu mới'),
};

export const unheardOf: MailTemplate = { ...template, name: 'of_a_newer_service', en: text('Something new') };

export const inboxMail: InboxMail = {
  id: '01a1f8b9-0000-7000-8000-000000000001',
  mail: 'reset_password',
  language: 'en',
  to: 'linh@example.com',
  subject: 'Set a new password',
  created_at: '2026-11-05T08:00:00.000Z',
  html: '<!doctype html><p style="color:red">Hello Linh</p>',
  text: 'Hello Linh',
};
