import type { Locale } from '@linkway/contracts';
import type { PlainText } from '../web/plain-page.js';

const texts = {
  en: {
    title: 'Just a moment',
    body: 'This short link cannot be opened right now. Please try again in a few seconds.',
    again: 'Try again',
  },
  vi: {
    title: 'Xin chờ một chút',
    body: 'Hiện chưa mở được liên kết ngắn này. Vui lòng thử lại sau vài giây.',
    again: 'Thử lại',
  },
} satisfies Record<Locale, Record<string, string>>;

/** What a visitor is told while the redirect service is away. */
export function unavailableText(locale: Locale): PlainText {
  const { title, body, again } = texts[locale];
  return { title, content: `<p>${body}</p><a href="">${again}</a>` };
}
