import { createHash } from 'node:crypto';
import { TRACKER_SCRIPT, type Tracking } from './tracker-frame.js';

const DARK =
  '--bg:#0e1016;--surface:#161922;--ink:#eceef4;--muted:#a2a9b8;--line:#2a2f3d;--text:#a4a8ff;--solid:#5457e6;--danger:#fda29b;--warning:#fec84b';

/**
 * The tokens of the product's design that these pages need; they load nothing, so they carry them along. The typeface is the system's:
 * the product's own would be five times the page.
 */
const TOKENS = `:root{color-scheme:light dark;--bg:#f7f8fa;--surface:#fff;--ink:#14171f;--muted:#545b6b;--line:#e3e6ec;--text:#3538cd;--solid:#3538cd;--danger:#b42318;--warning:#93370d}
@media (prefers-color-scheme:dark){:root:not([data-theme]){${DARK}}}
:root[data-theme=dark]{color-scheme:dark;${DARK}}:root[data-theme=light]{color-scheme:light}`;
export const STYLE = `${TOKENS}
*{box-sizing:border-box}body{margin:0;min-height:100vh;min-height:100dvh;display:flex;flex-direction:column;background:var(--bg);color:var(--ink);font:16px/24px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
header,footer{padding:8px 24px;display:flex;justify-content:space-between;align-items:center;font-size:14px;line-height:20px}header a{display:flex;gap:8px;align-items:center;min-height:44px;font-weight:600;color:var(--ink);text-decoration:none}
main{flex:1;display:flex;align-items:center;justify-content:center;padding:16px}.card{width:100%;max-width:400px;padding:32px 24px;background:var(--surface);border:1px solid var(--line);border-radius:12px}
h1{margin:0 0 8px;font-size:20px;line-height:28px;font-weight:600}p{margin:0 0 24px;color:var(--muted);overflow-wrap:anywhere}label{display:block;margin-bottom:4px;font-size:14px;line-height:20px;font-weight:500}
input{width:100%;height:44px;padding:0 12px;font:inherit;color:var(--ink);background:var(--surface);border:1px solid var(--muted);border-radius:8px}input[aria-invalid=true]{border-color:var(--danger)}
.error{margin:4px 0 0;font-size:14px;line-height:20px;color:var(--danger)}.button{display:block;width:100%;margin-top:16px;padding:10px 16px;font:inherit;font-weight:600;text-align:center;text-decoration:none;color:#fff;background:var(--solid);border:0;border-radius:8px;cursor:pointer}
a{color:var(--text)}a.button{color:#fff}:focus-visible{outline:2px solid var(--text);outline-offset:2px}.icon{display:block;margin-bottom:16px;color:var(--text)}.icon.rests{color:var(--warning)}h1,p{text-wrap:pretty}.more{margin:16px 0 0;text-align:center}p:has(+p){margin-bottom:8px}`;

/** Of a page that is another page's frame. */
export const CLOAK_STYLE = `${TOKENS}
body{margin:0;height:100vh;height:100dvh;display:flex;flex-direction:column;background:var(--bg);font:14px/20px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}iframe{flex:1;width:100%;border:0;background:#fff}p{margin:0;border-top:1px solid var(--line);text-align:center}a{display:inline-block;padding:12px 16px;color:var(--text)}:focus-visible{outline:2px solid var(--text);outline-offset:-2px}`;

const hashOf = (style: string): string => `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

// A right password is answered with a redirect to wherever the link leads, and browsers hold redirects after a form
// against form-action too: that is why it names no host.
export const pagePolicy = ({ styles = [], scripts = [] }: { styles?: string[]; scripts?: string[] }): string =>
  `default-src 'none';${scripts.length > 0 ? ` script-src ${scripts.map(hashOf).join(' ')};` : ''} style-src ${[STYLE, ...styles].map(hashOf).join(' ')}; img-src data:; form-action http: https:; base-uri 'none'; frame-ancestors 'none'`;

export const PAGE_POLICY = pagePolicy({});

/** A page's policy with what its frame of trackers loads. */
export function trackingPolicy(policy: string, { html, scripts, pictures, connections }: Tracking): string {
  if (html === '') return policy;
  const allowed = [hashOf(TRACKER_SCRIPT), ...scripts].join(' ');
  const scripted = policy.includes('script-src ')
    ? policy.replace('script-src ', () => `script-src ${allowed} `)
    : `${policy}; script-src ${allowed}`;
  const pictured = scripted.replace('img-src data:', () => ['img-src data:', ...new Set(pictures)].join(' '));
  return connections.length > 0 ? `${pictured}; connect-src ${[...new Set(connections)].join(' ')}` : pictured;
}

/** Frames nothing but the destination. */
export const cloakPolicy = (destination: string): string =>
  `default-src 'none'; style-src ${hashOf(CLOAK_STYLE)}; img-src data:; frame-src ${new URL(destination).origin}; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`;

interface PageStyle {
  style: string;
  /** The Content-Security-Policy of a page that has it beside `STYLE`. */
  policy: string;
}
const bars = new Map<number, PageStyle>();

/** Of a bar that is full after so many seconds: no script counts them. */
export function barStyle(seconds: number): PageStyle {
  const known = bars.get(seconds);
  if (known) return known;
  const style = `.bar{height:4px;overflow:hidden;background:var(--line);border-radius:2px}.bar span{display:block;height:100%;background:var(--solid);transform-origin:0;animation:fill ${seconds}s linear both}@keyframes fill{from{transform:scaleX(0)}}@media (prefers-reduced-motion:reduce){.bar{display:none}}`;
  const made = { style, policy: pagePolicy({ styles: [style] }) };
  bars.set(seconds, made);
  return made;
}
