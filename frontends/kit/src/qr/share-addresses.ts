export interface ShareAddress {
  key: 'zalo' | 'facebook' | 'x' | 'mail';
  /** A proper name, the same in each language; mail is named by the texts. */
  name?: string;
  href: string;
}

const withQuery = (address: string, query: Record<string, string>): string =>
  `${address}?${Object.entries(query)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&')}`;

/** Where a link can be shared to: plain addresses of these places, none of their scripts. */
export const shareAddresses = (url: string, title: string): ShareAddress[] => [
  // Zalo has no address for the web that takes a link but the one its own share button opens.
  { key: 'zalo', name: 'Zalo', href: withQuery('https://button-share.zalo.me/share_external', { d: zaloData(url) }) },
  { key: 'facebook', name: 'Facebook', href: withQuery('https://www.facebook.com/sharer/sharer.php', { u: url }) },
  { key: 'x', name: 'X', href: withQuery('https://x.com/intent/post', title ? { url, text: title } : { url }) },
  { key: 'mail', href: withQuery('mailto:', { subject: title || url, body: url }) },
];

/** What Zalo's share button hands over: JSON in base64, of UTF-8. */
function zaloData(url: string): string {
  const bytes = new TextEncoder().encode(JSON.stringify({ url }));
  return btoa(String.fromCharCode(...bytes));
}
