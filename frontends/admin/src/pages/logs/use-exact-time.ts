import { useTranslation } from '@linkway/kit/i18n';
import { timeZone } from '@linkway/kit/ui';

const made = new Map<string | undefined, { day: Intl.DateTimeFormat; time: Intl.DateTimeFormat }>();

// The British locale writes dates as the product does.
const formatsOf = (zone: string | undefined) => ({
  day: new Intl.DateTimeFormat('en-GB', { timeZone: zone, day: '2-digit', month: '2-digit', year: 'numeric' }),
  time: new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }),
});

/** Day and time to the second, in the zone of the account: acts follow each other within a minute. */
export function useExactTime(): (value: string) => { day: string; time: string } {
  // Drawn anew when the zone of the account is known.
  useTranslation('kit');
  const zone = timeZone();
  const { day, time } = made.get(zone) ?? formatsOf(zone);
  made.set(zone, { day, time });
  return (value) => ({ day: day.format(new Date(value)), time: time.format(new Date(value)) });
}
