const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const LONGEST_MONTH_MINUTES = 32 * 24 * 60;

/** `2026-01-31T09`: hours are the same everywhere, so they are those of UTC. */
export const hourOf = (at: Date): string => at.toISOString().slice(0, 13);

export const secondsLeftOfHour = (at: Date): number => Math.ceil((HOUR_MS - (at.getTime() % HOUR_MS)) / 1_000);

/** Calendar days and months of one time zone, as limits count them. */
export class Calendar {
  readonly #format: Intl.DateTimeFormat;
  /** The day of the minute that was asked about last: most ask about now. */
  #known: { minute: number; day: string } | null = null;
  #monthEnd: { month: string; at: Date } | null = null;

  /** @param timeZone an IANA name; throws RangeError for one that does not exist. */
  constructor(timeZone: string) {
    this.#format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
  }

  /** `2026-01-31` */
  day(at: Date): string {
    // Days begin with a minute, wherever they begin.
    const minute = Math.floor(at.getTime() / MINUTE_MS);
    if (this.#known?.minute !== minute) {
      const [year, month, day] = (['year', 'month', 'day'] as const).map((part) => this.#part(at, part));
      this.#known = { minute, day: `${year}-${month}-${day}` };
    }
    return this.#known.day;
  }

  /** `2026-01` */
  month(at: Date): string {
    return this.day(at).slice(0, -3);
  }

  /** The first minute of the next month. */
  monthEnd(at: Date): Date {
    const month = this.month(at);
    if (this.#monthEnd?.month === month) return this.#monthEnd.at;
    // Halved until it is known to the minute: no time zone has months that begin within one.
    let within = Math.floor(at.getTime() / MINUTE_MS);
    let after = within + LONGEST_MONTH_MINUTES;
    while (after - within > 1) {
      const middle = Math.floor((within + after) / 2);
      if (this.month(new Date(middle * MINUTE_MS)) === month) within = middle;
      else after = middle;
    }
    this.#monthEnd = { month, at: new Date(after * MINUTE_MS) };
    return this.#monthEnd.at;
  }

  /** Until midnight; on the two days a year when clocks change it is off by that hour. */
  secondsLeftOfDay(at: Date): number {
    const part = (type: 'hour' | 'minute' | 'second') => Number(this.#part(at, type));
    return 86_400 - part('hour') * 3_600 - part('minute') * 60 - part('second');
  }

  #part(at: Date, type: Intl.DateTimeFormatPartTypes): string {
    return this.#format.formatToParts(at).find((part) => part.type === type)?.value ?? '';
  }
}

export const systemTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;
