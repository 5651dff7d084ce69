import { updateCSS } from '@rc-component/util/es/Dom/dynamicCSS';
import type { StyleText } from './texts';

/** How antd knows its own style elements. */
const MARK = 'data-css-hash';
const inserted = new Set<string>();

interface Place {
  /** Told from all others by it. */
  key: string;
  hash: string;
  prefix: string;
  /** The class of what the component is a part of, or its own. */
  root: string;
  /** Among antd's: those of parts come after those of whole components. */
  priority: number;
  nonce: string | undefined;
}

/** Puts a style sheet and its keyframes into the page, once: before all sheets of ours, as antd does. */
export function insertStyles([css, keyframes]: StyleText, { key, hash, prefix, root, priority, nonce }: Place): void {
  const put = (text: string, name: string): void => {
    if (inserted.has(name)) return;
    inserted.add(name);
    const content = text.replaceAll('lwhash', hash).replaceAll('lwprefix', prefix).replaceAll('lwroot', root);
    updateCSS(content, name, { mark: MARK, prepend: 'queue', priority, ...(nonce && { csp: { nonce } }) });
  };
  put(css, key);
  for (const [name, text] of Object.entries(keyframes)) put(text, `_effect-${name.replaceAll('lwhash', hash)}`);
}
