import { publicPages } from '@linkway/contracts';

const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Every public page in each language, with its like in the other. */
export function sitemap(origin: string): string {
  const at = (path: string): string => escape(`${origin}${path}`);
  const urls = Object.values(publicPages).flatMap((addresses) => {
    const alternates = [...Object.entries(addresses), ['x-default', addresses.en] as const]
      .map(([language, path]) => `    <xhtml:link rel="alternate" hreflang="${language}" href="${at(path)}"/>`)
      .join('\n');
    return Object.values(addresses).map((path) => `  <url>\n    <loc>${at(path)}</loc>\n${alternates}\n  </url>`);
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`;
}

export const robots = (origin: string): string =>
  `User-agent: *\nDisallow: /api/\nDisallow: /dashboard\n\nSitemap: ${origin}/sitemap.xml\n`;
