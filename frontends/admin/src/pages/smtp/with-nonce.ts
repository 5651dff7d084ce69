/** A tag that opens, its attributes as they are written. */
const TAG = /<([a-z][\w-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;
const STYLE = /(\sstyle\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/i;
const MARK = 'data-mail-style';

/**
 * A mail's document for a frame within the page. Such a frame is under the page's policy, which takes styles by their nonce alone: so those
 * that stand at elements, as mails have them, go into a style sheet with the nonce.
 */
export function withNonce(html: string, nonce: string | undefined): string {
  if (!nonce) return html;
  const rules: string[] = [];
  const marked = html.replace(TAG, (tag, name: string, attributes: string) => {
    if (name.toLowerCase() === 'style') return `<style nonce="${nonce}">`;
    const found = STYLE.exec(attributes);
    if (!found) return tag;
    const [whole, , value = ''] = found;
    rules.push(`[${MARK}="${rules.length}"]{${declarationsOf(value.replace(/^["']|["']$/g, ''))}}`);
    return `<${name}${attributes.replace(whole, () => ` ${MARK}="${rules.length - 1}"`)}>`;
  });
  // Last, as what stands at an element comes before what a style sheet says.
  return rules.length === 0 ? marked : `${marked}<style nonce="${nonce}">${rules.join('')}</style>`;
}

/** As the browser understands them: nothing in them ends the rule, or the style sheet. */
function declarationsOf(attribute: string): string {
  const decoded = document.createElement('textarea');
  decoded.innerHTML = attribute;
  const element = document.createElement('span');
  element.style.cssText = decoded.value;
  return element.style.cssText.replaceAll('<', '\\3c ');
}
