import { describe, expect, it } from '@jest/globals';
import { invitation, type MailText } from '@linkway/contracts';
import { render, shut, timeText } from './render.js';

const values = {
  user_name: 'An <b>"&\'',
  team_name: 'R&D\r\nBcc: all@example.com',
  role: '{{registration_link}}',
  registration_link: 'https://example.com/?a=1&b=2',
  expires_at: '2030-01-31T09:00:00Z',
};
const text: MailText = {
  subject: '{{user_name}}: {{team_name}}',
  html_content: '<p>{{user_name}} {{role}}</p><a href="{{registration_link}}">{{expires_at}}</a>',
  text_content: '{{user_name}} {{role}} {{registration_link}} {{expires_at}}',
};

describe('render', () => {
  const mail = render(invitation, text, values, { language: 'vi', time_zone: null });

  it('escapes values in HTML, and looks at none twice', () => {
    expect(mail.html).toContain('<p>An &lt;b&gt;&quot;&amp;&#39; {{registration_link}}</p>');
    expect(mail.html).toContain('<a href="https://example.com/?a=1&amp;b=2">31/01/2030 16:00 (GMT+7)</a>');
    expect(mail.html).toContain('<html lang="vi">');
    expect(mail.html).toContain('<title>An &lt;b&gt;&quot;&amp;&#39;: R&amp;D Bcc: all@example.com</title>');
  });

  it('keeps the subject in one line, and the text as it is', () => {
    expect(mail.subject).toBe('An <b>"&\': R&D Bcc: all@example.com');
    expect(mail.text).toBe('An <b>"&\' {{registration_link}} https://example.com/?a=1&b=2 31/01/2030 16:00 (GMT+7)');
  });

  it('leaves a whole document alone', () => {
    const whole = { ...text, html_content: '<!doctype html><HTML lang="en"><p>{{user_name}}</p></HTML>' };
    const { html } = render(invitation, whole, values, { language: 'en', time_zone: null });
    expect(html).toBe('<!doctype html><HTML lang="en"><p>An &lt;b&gt;&quot;&amp;&#39;</p></HTML>');
  });

  it('shuts what is only looked at', () => {
    const { html, text } = shut(mail);
    expect(html).toMatch(/^<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none';/);
    // Before any base of its own.
    expect(html.endsWith(`<base target="_blank">${mail.html}`)).toBe(true);
    expect(mail.html).not.toContain('<base');
    expect(text).toBe(mail.text);
  });
});

describe('timeText', () => {
  it.each([
    ['Asia/Ho_Chi_Minh', '01/02/2030 00:30 (GMT+7)'],
    ['UTC', '31/01/2030 17:30 (UTC)'],
    ['America/New_York', '31/01/2030 12:30 (GMT-5)'],
    ['Middle/Earth', '31/01/2030 17:30 (UTC)'],
  ])('says a time in %s', (zone, expected) => {
    expect(timeText('2030-01-31T17:30:00Z', zone)).toBe(expected);
  });
});
