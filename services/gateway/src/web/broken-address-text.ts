import type { Locale } from '@linkway/contracts';
import type { PlainText } from './plain-page.js';

const texts = {
  en: {
    title: 'This address does not exist',
    text: 'It is not written as an address can be. Perhaps a part of it was lost when it was copied.',
    home: 'To the home page',
  },
  vi: {
    title: 'Địa chỉ này không tồn tại',
    text: 'Địa chỉ viết không đúng dạng. Có thể một phần đã bị mất khi sao chép.',
    home: 'Về trang chủ',
  },
} satisfies Record<Locale, Record<string, string>>;

/** What a browser is told whose address cannot be read at all. */
export function brokenAddressText(locale: Locale): PlainText {
  const { title, text, home } = texts[locale];
  return { title, content: `<p>${text}</p><p><a href="/">${home}</a></p>` };
}
