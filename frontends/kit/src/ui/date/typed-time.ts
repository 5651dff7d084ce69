import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { momentOf } from './wall-time';

dayjs.extend(customParseFormat);

/** How the fields show a day and a time. */
export const SHOWN_DAY = 'DD/MM/YYYY';
export const SHOWN = `${SHOWN_DAY} HH:mm`;

const days = ['DD/MM/YYYY', 'D/M/YYYY', 'YYYY-MM-DD'];
const times = ['', ' HH:mm', ' H:mm', ' HH:mm:ss'];
const local = days.flatMap((day) => times.map((time) => day + time));
const withZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;

/** The ISO time that a person means, in the time zone of the account unless they name one; null for what is no time. */
export function readTime(text: string): string | null {
  const typed = text.trim();
  if (withZone.test(typed)) {
    const at = Date.parse(typed);
    // Date.parse takes the 31st of any month.
    return Number.isNaN(at) || !dayjs(typed.slice(0, 10), 'YYYY-MM-DD', true).isValid() ? null : toIso(at);
  }
  const spaced = typed.replace(/\s+/g, ' ').replace(/^(\d{4}-\d{2}-\d{2})T/i, '$1 ');
  const read = dayjs(spaced, local, true);
  return read.isValid() ? momentOf(read) : null;
}

const toIso = (at: number): string => new Date(at).toISOString();

/** Whether a value of the field is a time; anything else is what was typed. */
export const isTime = (value: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);

/** The day, yyyy-MM-dd, that a person means; null for what is none. */
export function readDay(text: string): string | null {
  const read = dayjs(text.trim(), days, true);
  return read.isValid() ? read.format('YYYY-MM-DD') : null;
}

/** Whether a value of the field is a day; anything else is what was typed. */
export const isDay = (value: string): boolean => /^\d{4}-\d\d-\d\d$/.test(value) && readDay(value) === value;
