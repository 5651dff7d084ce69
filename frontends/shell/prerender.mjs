// After webpack: writes dist/pages/<name>.<language>.html, which the gateway serves, and gives index.html its colours.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { prerenderConfig } from '@linkway/kit/build';
import webpack from 'webpack';
import { documentOf, withTheme } from './document.mjs';

// React's own, which Node finds by itself, without its checks and the traces that they leave in the page.
process.env.NODE_ENV = 'production';
const dist = join(import.meta.dirname, 'dist');
const made = join(dist, '.prerender');

await new Promise((resolve, reject) => {
  const config = prerenderConfig({ dir: import.meta.dirname, entry: './src/prerender.tsx', path: made });
  webpack(config, (error, stats) => {
    if (error) reject(error);
    else if (stats.hasErrors()) reject(new Error(stats.toString('errors-only')));
    else resolve();
  });
});
const { drawPages, themeCss } = createRequire(import.meta.url)(join(made, 'prerender.cjs'));
const pages = await drawPages();
const languages = [...new Set(pages.map(({ language }) => language))];
rmSync(made, { recursive: true, force: true });

const template = withTheme(readFileSync(join(dist, 'index.html'), 'utf8'), themeCss());
writeFileSync(join(dist, 'index.html'), template);
// What has an address of its own beside the pages: icons, the manifest, pictures for previews.
cpSync(join(import.meta.dirname, 'public'), dist, { recursive: true });

const AUTH = ['login', 'register'];
/** Chunks with the texts of a page. */
const texts = ({ name, language }) =>
  ['public', ...(AUTH.includes(name) ? ['auth'] : [])].map((namespace) => `${namespace}-${language}`);
const assets = readdirSync(join(dist, 'assets'));
const files = (page) => ({
  // The first style sheet is in the page: one question less before the first text.
  styles: ['main', page.name].flatMap((name) => {
    const file = assets.find((one) => new RegExp(`^${name}\\.[0-9a-f]{6}\\.css$`).test(one));
    return file ? [{ href: `/assets/${file}`, css: readFileSync(join(dist, 'assets', file), 'utf8') }] : [];
  }),
  later: [page.name, ...texts(page)].flatMap((name) => {
    const file = assets.find((one) => new RegExp(`^${name}\\.[0-9a-f]{6}\\.js$`).test(one));
    return file ? [`/assets/${file}`] : [];
  }),
});
mkdirSync(join(dist, 'pages'), { recursive: true });
// The page that a browser draws itself, in the language that its texts shall be fetched in.
const app = languages.map((language) => ({ name: 'app', language, needs: 'page', html: '', addresses: null }));
for (const page of [...pages, ...app]) {
  writeFileSync(join(dist, 'pages', `${page.name}.${page.language}.html`), documentOf(template, page, files(page)));
}
process.stdout.write(`${pages.length} pages as HTML\n`);
// React's scheduler would keep the process for good.
process.exit(0);
