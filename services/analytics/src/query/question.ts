import type { ClickKind } from '@linkway/contracts';
import { toClickHouseTime } from '../store/click.row.js';
import type { DayState } from './day-states.js';
import type { Period } from './period.js';
import { inClicks, ofKind, type Scope, scopeParams } from './scope.js';
import type { SeriesPlan } from './series.js';

/** A question, and where each of its days is read. */
export interface Question {
  readonly scope: Scope;
  readonly period: Period;
  readonly kind: ClickKind | undefined;
  readonly plan: SeriesPlan;
}

/** Condition: the clicks of the question on some of its days, which come from our own tables. */
export const among = ({ scope, period, kind }: Question, days: readonly DayState[]): string => {
  const limits = `clicked_at >= {from:DateTime64(3, 'UTC')}${
    period.open ? '' : " AND clicked_at < {to:DateTime64(3, 'UTC')}"
  }`;
  return `${inClicks(scope)} AND day IN (${days.map(({ day }) => `'${day}'`).join(',')}) AND ${limits}${ofKind(kind)}`;
};

/** Condition: the additions of these days. */
export const inRuns = (days: readonly DayState[]): string =>
  `(day, run) IN (${days.map(({ day, run }) => `('${day}', ${run})`).join(',')})`;

/** What the conditions name. An open period has no end, so that the same question has the same parameters later. */
export const paramsOf = ({ scope, period, kind }: Question): Record<string, unknown> => ({
  ...scopeParams(scope),
  kind: kind ?? '',
  from: toClickHouseTime(new Date(period.from)),
  ...(period.open ? {} : { to: toClickHouseTime(new Date(period.to)) }),
});
