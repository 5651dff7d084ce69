import type { MailText } from './define.js';

/** A line of a letter: a paragraph, or a button that leads to the address in a variable. */
type Line = string | { readonly button: string; readonly to: string };

interface Letter {
  readonly subject: string;
  readonly lines: readonly Line[];
}

const PARAGRAPH = 'margin:0 0 16px';
const BUTTON =
  'display:inline-block;padding:10px 20px;border-radius:6px;background:#0958d9;color:#ffffff;text-decoration:none';

/** A mail's text and HTML, written once. Styles are inline, as mail programs leave out all others. */
export const letter = ({ subject, lines }: Letter): MailText => ({
  subject,
  html_content: lines.map(htmlOf).join('\n'),
  text_content: lines.map(textOf).join('\n\n'),
});

const htmlOf = (line: Line): string =>
  typeof line === 'string'
    ? `<p style="${PARAGRAPH}">${line}</p>`
    : `<p style="${PARAGRAPH}"><a href="{{${line.to}}}" style="${BUTTON}">${line.button}</a></p>`;

const textOf = (line: Line): string => (typeof line === 'string' ? line : `${line.button}:\n{{${line.to}}}`);
