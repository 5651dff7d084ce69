import type { Locale, MailDefinition, MailText, RenderedMail } from '@linkway/contracts';
import { fillIn } from './placeholders.js';

/** Where nobody has told the recipient's. */
const USUAL_ZONE = 'Asia/Ho_Chi_Minh';
const BODY =
  "margin:0;padding:24px;background:#ffffff;color:#1f1f1f;font:15px/1.5 system-ui,'Segoe UI',Roboto,Arial,sans-serif";

export interface Reader {
  language: Locale;
  time_zone: string | null;
}

/** A mail as it arrives: a text of it, filled in. */
export function render(
  mail: MailDefinition,
  text: MailText,
  values: Readonly<Record<string, string>>,
  { language, time_zone }: Reader,
): RenderedMail {
  const valueOf = (name: string): string => {
    const value = values[name] ?? '';
    return mail.variables[name]?.kind === 'time' ? timeText(value, time_zone ?? USUAL_ZONE) : value;
  };
  const subject = oneLine(fillIn(text.subject, valueOf));
  const content = fillIn(text.html_content, (name) => escapeHtml(valueOf(name)));
  return { subject, html: documentOf(content, subject, language), text: fillIn(text.text_content, valueOf) };
}

/** As a header's value: nothing in it begins another one. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? '');

/** Who writes a whole document has it as it is. */
function documentOf(content: string, title: string, language: Locale): string {
  if (/<html[\s>]/i.test(content)) return content;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="${BODY}">
<div style="max-width:560px;margin:0 auto">
${content}
</div>
</body>
</html>
`;
}

/** `31/01/2030 16:00 (GMT+7)`; in UTC where the zone is none. */
export function timeText(time: string, timeZone: string): string {
  const at = new Date(time);
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const { day, month, year, hour, minute, timeZoneName } = parts;
  const zone = timeZoneName === 'GMT' || timeZoneName === 'GMT+0' ? 'UTC' : timeZoneName;
  return `${day}/${month}/${year} ${hour}:${minute} (${zone})`;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const fields = {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'shortOffset',
  } as const;
  try {
    return new Intl.DateTimeFormat('en-GB', { ...fields, timeZone });
  } catch (error) {
    // An owner may have written anything as the zone, and wants the mail all the same.
    if (error instanceof RangeError) return new Intl.DateTimeFormat('en-GB', { ...fields, timeZone: 'UTC' });
    throw error;
  }
}

const SHUT =
  "<!doctype html><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'\"><base target=\"_blank\">";

/** To be looked at in a frame: it loads nothing and runs nothing, whatever is in it, and its links lead out of the frame alone. */
export const shut = (mail: RenderedMail): RenderedMail => ({ ...mail, html: `${SHUT}${mail.html}` });
