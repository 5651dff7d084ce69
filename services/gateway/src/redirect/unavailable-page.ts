import type { Locale } from '@linkway/contracts';

const texts = {
  en: {
    title: 'Just a moment',
    body: 'This short link cannot be opened right now. Please try again in a few seconds.',
    again: 'Try again',
  },
  vi: {
    title: 'Xin chờ một chút',
    body: 'Hiện chưa mở được liên kết rút gọn này. Vui lòng thử lại sau vài giây.',
    again: 'Thử lại',
  },
} satisfies Record<Locale, Record<string, string>>;

/** What a visitor sees while the redirect service is away. */
export function unavailablePage(locale: Locale, nonce: string): string {
  const { title, body, again } = texts[locale];
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Linkway</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { display: grid; place-content: center; min-height: 90vh; margin: 0; padding: 1.5rem; text-align: center }
h1 { margin: 0 0 .5rem; font-size: 1.5rem }
p { margin: 0 0 1.5rem; max-width: 28rem }
</style>
</head>
<body><main><h1>${title}</h1><p>${body}</p><a href="">${again}</a></main></body>
</html>
`;
}
