const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Zones change their offset at a quarter of an hour of UTC, wherever they do today. */
const QUARTER = 15 * MINUTE;

/** What a clock on the wall of a time zone shows: weekday (Sunday is 0) and minutes since midnight. */
export interface LocalTime {
  day: number;
  minutes: number;
}

/** To ask for a zone's time costs microseconds: its offset is asked for once in a quarter of an hour. */
class Zone {
  private readonly format: Intl.DateTimeFormat;
  private quarter = Number.NaN;
  private offset = 0;

  constructor(name: string) {
    const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;
    this.format = new Intl.DateTimeFormat('en-US', {
      ...fields,
      second: 'numeric',
      hourCycle: 'h23',
      calendar: 'gregory',
      numberingSystem: 'latn',
      timeZone: name,
    });
  }

  at(now: number): LocalTime {
    const quarter = Math.floor(now / QUARTER);
    if (quarter !== this.quarter) {
      this.offset = this.offsetAt(now);
      this.quarter = quarter;
    }
    const local = now + this.offset;
    const days = Math.floor(local / DAY);
    // The first day of 1970 was a Thursday.
    return { day: (((days + 4) % 7) + 7) % 7, minutes: Math.floor((local - days * DAY) / MINUTE) };
  }

  private offsetAt(now: number): number {
    const parts: Record<string, number> = {};
    for (const { type, value } of this.format.formatToParts(now)) parts[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(now / 1000) * 1000;
  }
}

/** All routes share them: there are some hundred names, and what can be written otherwise is written in lower case. */
const zones = new Map<string, Zone>();

/** Throws on a name that is none. */
export function zoneOf(name: string): Pick<Zone, 'at'> {
  const key = name.toLowerCase();
  const known = zones.get(key) ?? new Zone(name);
  zones.set(key, known);
  return known;
}
