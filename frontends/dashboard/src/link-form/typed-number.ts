// One kind of separator throughout, and all groups but the first of three: what that says is the same in every language.
const grouped = /^[1-9]\d{0,2}([.,\s])\d{3}(\1\d{3})*$/;
const fullWidth = /[\uff0c\uff0e\uff10-\uff19]/g;
const HALF_WIDTH = 0xfee0;

/** The whole number that a person means, its thousands separated by dots, commas or spaces or not at all; null for anything else. */
export function readNumber(text: string): number | null {
  const typed = text.trim().replace(fullWidth, (sign) => String.fromCharCode(sign.charCodeAt(0) - HALF_WIDTH));
  if (/^\d+$/.test(typed)) return Number(typed);
  return grouped.test(typed) ? Number(typed.replace(/\D/g, '')) : null;
}
