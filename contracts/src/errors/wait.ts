/** How long somebody is to wait: 40 seconds, 15 minutes. More than a minute is told in whole minutes, and never less than it takes. */
export function waitText(seconds: number, locale: string): string {
  const inMinutes = seconds > 60;
  const count = inMinutes ? Math.ceil(seconds / 60) : Math.ceil(seconds);
  if (locale === 'vi') return `${count} ${inMinutes ? 'phút' : 'giây'}`;
  if (locale !== 'en') {
    const unit = inMinutes ? 'minute' : 'second';
    return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  }
  return `${count} ${inMinutes ? 'minute' : 'second'}${count === 1 ? '' : 's'}`;
}
