import type { Locale } from '@linkway/contracts';
import type { PlainText } from './plain-page.js';

const texts = {
  en: {
    title: 'Linkway is not at this address',
    here: (name: string) => `Under the name ${name} only short links open.`,
    elsewhere: (link: string) => `The app is at ${link}.`,
    operator: (setting: string, short: string) =>
      `Is this your Linkway? To have the app under this name as well, add the name to ${setting} (${short} with npm start and Docker Compose) and start it again.`,
    code: 'Code',
  },
  vi: {
    title: 'Linkway không ở địa chỉ này',
    here: (name: string) => `Tên ${name} chỉ dùng để mở liên kết ngắn.`,
    elsewhere: (link: string) => `Ứng dụng nằm ở ${link}.`,
    operator: (setting: string, short: string) =>
      `Đây là Linkway của bạn? Để dùng ứng dụng với cả tên này, hãy thêm tên vào ${setting} (${short} khi chạy bằng npm start hoặc Docker Compose) rồi khởi động lại.`,
    code: 'Mã',
  },
} satisfies Record<Locale, Record<string, unknown>>;

/** What a browser is told under a name that the app is not served at. `name` is a host as the URL class spells it. */
export function unknownHostText(locale: Locale, name: string, address: string | null): PlainText {
  const text = texts[locale];
  const where = [
    ...(name === '' ? [] : [text.here(`<strong>${escape(name)}</strong>`)]),
    ...(address === null ? [] : [text.elsewhere(`<a href="${escape(address)}">${escape(address)}</a>`)]),
  ];
  const operator = text.operator('<code>APP_HOSTS</code>', '<code>LINKWAY_APP_HOSTS</code>');
  return {
    title: text.title,
    content: `<p>${where.join(' ')}</p><p>${operator}</p><p><small>${text.code} <code>request.host_unknown</code></small></p>`,
  };
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
