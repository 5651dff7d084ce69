import { describe, expect, it } from '@jest/globals';
import { allMails, type MailText, resetPasswordMail } from '@linkway/contracts';
import { AppError } from '@linkway/platform';
import { checkText } from './check-text.js';

const good: MailText = {
  subject: 'Hello {{user_name}}',
  html_content: '<p>{{ user_name }}</p><a href="{{reset_link}}">{{reset_link}}</a>',
  text_content: 'Hello {{user_name}}: {{reset_link}}',
};

function refusal(over: Partial<MailText>): unknown {
  try {
    checkText(resetPasswordMail, { ...good, ...over });
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return [error.errors?.[0]?.field, error.code, error.params.variable];
  }
}

describe('checkText', () => {
  it('takes what the registry comes with, and what is like it', () => {
    for (const mail of allMails) for (const text of Object.values(mail.texts)) checkText(mail, text);
    expect(refusal({})).toBeNull();
  });

  it.each([
    [{ subject: 'Hello {{name}}' }, ['subject', 'mail.template_variable_unknown', '{{name}}']],
    [{ subject: 'Hello {{toString}}' }, ['subject', 'mail.template_variable_unknown', '{{toString}}']],
    [
      { text_content: `${good.text_content} {{team_name}}` },
      ['text_content', 'mail.template_variable_unknown', '{{team_name}}'],
    ],
    [
      { text_content: `${good.text_content} {{ user name }}` },
      ['text_content', 'mail.template_variable_unknown', '{{ user name }}'],
    ],
    [{ subject: 'Hello }}' }, ['subject', 'mail.template_variable_unknown', '}}']],
    [{ html_content: '<p>Hello</p>' }, ['html_content', 'mail.template_variable_missing', '{{reset_link}}']],
    [{ text_content: 'Hello' }, ['text_content', 'mail.template_variable_missing', '{{reset_link}}']],
    [{ subject: '{{reset_link}}' }, ['subject', 'mail.template_variable_misplaced', '{{reset_link}}']],
    [
      { html_content: '<a href={{reset_link}}>x</a>' },
      ['html_content', 'mail.template_variable_misplaced', '{{reset_link}}'],
    ],
    [
      { html_content: `${good.html_content}<img alt="{{user_name}}">` },
      ['html_content', 'mail.template_variable_misplaced', '{{user_name}}'],
    ],
    [
      { html_content: `${good.html_content}<style>{{user_name}}</style>` },
      ['html_content', 'mail.template_variable_misplaced', '{{user_name}}'],
    ],
  ])('refuses %j', (over, expected) => {
    expect(refusal(over)).toEqual(expected);
  });
});
