/** A calendar date, without zone. Month and day count from 1. */
export interface CalendarDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const DAY_MS = 86_400_000;

/** Calendar of one IANA time zone. All instants are milliseconds since 1970. */
export class TimeZone {
  private readonly format: Intl.DateTimeFormat;

  private constructor(readonly name: string) {
    this.format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** null for a name that is not in the IANA database; an offset (`+07:00`) is no name. */
  static of(name: string): TimeZone | null {
    if (!/^[A-Za-z]/.test(name)) return null;
    try {
      return new TimeZone(name);
    } catch {
      return null;
    }
  }

  /** How far local time is ahead of UTC. */
  offsetAt(instant: number): number {
    const seconds = Math.floor(instant / 1_000) * 1_000;
    return this.localAsUtc(seconds) - seconds;
  }

  dateAt(instant: number): CalendarDate {
    const local = new Date(instant + this.offsetAt(instant));
    return { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
  }

  /** The first moment of a date: not always midnight, as clocks may be put forward right then. */
  startOf(date: CalendarDate): number {
    const midnight = Date.UTC(date.year, date.month - 1, date.day);
    const before = this.offsetAt(midnight - DAY_MS);
    const after = this.offsetAt(midnight + DAY_MS);
    const candidates = [midnight - before, midnight - after].sort((a, b) => a - b);
    const exact = candidates.find((instant) => instant + this.offsetAt(instant) === midnight);
    return exact ?? midnight - before;
  }

  /** Start of the local hour that an instant is in. */
  startOfHour(instant: number): number {
    const local = instant + this.offsetAt(instant);
    return instant - (((local % 3_600_000) + 3_600_000) % 3_600_000);
  }

  private localAsUtc(instant: number): number {
    const parts: Record<string, number> = {};
    for (const { type, value } of this.format.formatToParts(instant)) {
      if (type !== 'literal') parts[type] = Number(value);
    }
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  }
}

/** Calendar arithmetic; a day beyond the end of a month goes on in the next one. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  const moved = new Date(Date.UTC(date.year, date.month - 1, date.day + days));
  return { year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() };
}

export function mondayOf(date: CalendarDate): CalendarDate {
  const weekday = new Date(Date.UTC(date.year, date.month - 1, date.day)).getUTCDay();
  return addDays(date, -((weekday + 6) % 7));
}
