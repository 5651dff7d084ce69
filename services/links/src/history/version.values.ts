import { isDeepStrictEqual } from 'node:util';
import {
  type AbTest,
  type LinkDifference,
  type LinkFieldName,
  linkFieldNames,
  linkFields,
  nearestStorableTime,
} from '@linkway/contracts';
import { chosenOf } from '../ab-test/ab-test.js';
import type { Domain } from '../domain/domain.entity.js';
import type { Changed, State } from './version.repository.js';

type Domains = ReadonlyMap<string, Pick<Domain, 'domain_name'>>;

const isField = (column: string): column is LinkFieldName => (linkFieldNames as readonly string[]).includes(column);

/** What is restored. A password is not: what is kept of it is that there was one. Nor is a campaign, which may be over or gone: links come and go there by themselves. */
const isRestored = (column: string): boolean =>
  (isField(column) && column !== 'campaign_id') ||
  column === 'original_url' ||
  column === 'short_code' ||
  column === 'selected_domain_id';

/** Ids of domains that the values name. */
export const domainsIn = (changes: readonly Changed[]): string[] => [
  ...new Set(
    changes.flatMap(({ selected_domain_id = [] }) =>
      selected_domain_id.flatMap((id) => (typeof id === 'string' ? [id] : [])),
    ),
  ),
];

/** As the owner is told of it, in the order in which a link has its fields. */
export function differencesOf(changed: Changed, domains: Domains): LinkDifference[] {
  const columns = Object.keys(changed).filter((column) => column !== 'host' || !('selected_domain_id' in changed));
  return columns
    .toSorted((one, other) => placeOf(one) - placeOf(other) || (one < other ? -1 : 1))
    .map((column) => {
      const [before, after] = (changed[column] ?? []).map((value) => toldOf(column, value, domains));
      return { field: NAMES[column] ?? column, before: before ?? null, after: after ?? null };
    });
}

/** What is otherwise now, divided by whether restoring the former state changes it. */
export function divided(now: State, former: State | null): { restorable: Changed; others: Changed } {
  const different = Object.entries(former ?? {}).filter(
    ([column, value]) => !isDeepStrictEqual(asChosen(column, now[column]), asChosen(column, value)),
  );
  const some = (isWanted: (column: string) => boolean): Changed =>
    Object.fromEntries(
      different
        .filter(([column]) => isWanted(column))
        .map(([column, value]) => [column, [now[column], value] as const]),
    );
  // A link that has had no domain is put on none again.
  const hasPlace = (column: string) => column !== 'selected_domain_id' || typeof former?.[column] === 'string';
  const restored = (column: string) => isRestored(column) && hasPlace(column);
  const follows = (column: string) => column === 'host' && typeof former?.['selected_domain_id'] === 'string';
  return { restorable: some(restored), others: some((column) => !restored(column) && !follows(column)) };
}

/** A state as a change of a link is sent: all of it that can be restored. */
export function sentOf(state: State): Record<string, unknown> {
  const columns = Object.entries(state).filter(([column, value]) =>
    column === 'selected_domain_id' ? value !== null : isRestored(column),
  );
  return Object.fromEntries(
    columns.map(([column, value]) => [sentName(column), isTime(column) ? timeOf(value) : asChosen(column, value)]),
  );
}

const asChosen = (column: string, value: unknown): unknown =>
  column === 'ab_test' && value !== null && value !== undefined ? chosenOf(value as AbTest) : value;

export const sentName = (column: string): string => SENT_NAMES[column] ?? column;

/** By other names than those of their columns. */
const NAMES: Readonly<Record<string, string>> = { selected_domain_id: 'domain', password_hash: 'has_password' };
const SENT_NAMES: Readonly<Record<string, string>> = {
  original_url: 'url',
  short_code: 'custom_code',
  selected_domain_id: 'domain_id',
};
const ORDER = ['original_url', 'short_code', 'selected_domain_id', 'host', 'password_hash', ...linkFieldNames];
const placeOf = (column: string): number => (ORDER.includes(column) ? ORDER.indexOf(column) : ORDER.length);

function toldOf(column: string, value: unknown, domains: Domains): unknown {
  if (column === 'selected_domain_id')
    return typeof value === 'string' ? { id: value, domain_name: domains.get(value)?.domain_name ?? null } : null;
  // Of what owners are not told, that it is otherwise is all.
  if (!ORDER.includes(column)) return null;
  return isTime(column) ? timeOf(value) : value;
}

const isTime = (column: string): boolean => isField(column) && 'time' in linkFields[column];

function timeOf(value: unknown): unknown {
  if (typeof value !== 'string') return null;
  const at = Date.parse(value);
  // What an earlier release stored lies behind all that can be told.
  return nearestStorableTime(Number.isNaN(at) ? '9999-12-31T23:59:59.999Z' : new Date(at).toISOString());
}
