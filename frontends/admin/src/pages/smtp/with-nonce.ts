/** A tag that opens, its attributes as they are written: in quotes or without, and a quote is one only where a value begins. */
const TAG = /<([a-z][^\s/>]*(?=[\s/>]))((?:[^=>]|=\s*(?:"[^"]*"|'[^']*'|[^\s"'>][^\s>]*(?=[\s>])|(?=>)))*)>/gi;
const ATTRIBUTE = /([^\s/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'][^\s]*))?/g;
const MARK = 'data-mail-style';
/** Of no element, and yet it counts: what stands at an element comes before all ids and classes that a mail's own sheet names. */
const FIRST = '#a#b#c#d';

/**
 * A mail's document for a frame within the page. Such a frame is under the page's policy, which takes styles by their nonce alone: so those
 * that stand at elements, as mails have them, go into a style sheet with the nonce. Links lead where the document's `<base>` sends all of
 * them, which is nowhere: none has a target of its own.
 */
export function withNonce(html: string, nonce: string | undefined): string {
  const rules: string[] = [];
  const marked = html.replace(TAG, (_tag, name: string, attributes: string) => {
    const element = name.toLowerCase();
    const kept = attributes.replace(ATTRIBUTE, (attribute: string, key: string, value = '') => {
      if (key.toLowerCase() === 'target' && element !== 'base') return '';
      if (key.toLowerCase() !== 'style' || !nonce) return attribute;
      const mark = `${MARK}="${rules.length}"`;
      rules.push(`:is([${mark}],${FIRST}){${declarationsOf(value.replace(/^["']|["']$/g, ''))}}`);
      return mark;
    });
    return element === 'style' && nonce ? `<${name} nonce="${nonce}"${kept}>` : `<${name}${kept}>`;
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
