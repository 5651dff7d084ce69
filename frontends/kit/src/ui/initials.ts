/** Of the first and the last word of a name, as in "Nguyễn Văn An"; of the email where there is none. */
export function initialsOf({ full_name, email }: { full_name: string; email: string }): string {
  const words = full_name.trim().split(/\s+/u).filter(Boolean);
  const of = words.length > 0 ? words : [email];
  return [of[0], ...of.slice(1).slice(-1)].map(firstLetter).join('').toLocaleUpperCase();
}

/** With its marks, however they are written. */
const firstLetter = (word = ''): string => word.normalize('NFC').match(/^./u)?.[0] ?? '';
