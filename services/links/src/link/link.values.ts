import { isDeepStrictEqual } from 'node:util';
import {
  type AbTest,
  type LinkFieldName,
  type Link as LinkReply,
  type LinkRule,
  type LinkState,
  linkFieldNames,
  linkFields,
  type Route,
  type RoutedFieldName,
  type ToldFieldName,
} from '@linkway/contracts';
import { locationOf } from './destination.js';
import type { CustomPreview, DeviceTargeting, Link, Trackers } from './link.entity.js';

/** What was sent of the fields of a link's table (`linkFields`); a field that is left out is not there. */
export type SentFields = Partial<Record<LinkFieldName, unknown>>;
type Columns = Pick<Link, LinkFieldName>;
/** Each of them: what is optional in the reply is left out by a former release alone. */
type Shown = { [Name in LinkFieldName]: Exclude<LinkReply[Name], undefined> };

/** Fields of which the redirect needs another form than what is shown. */
const routed: { [Name in LinkFieldName]?: (value: never) => unknown } = {
  custom_preview: previewOf,
  device_targeting: (targets: DeviceTargeting) => (Object.keys(targets).length === 0 ? null : locationsOf(targets)),
  system_targeting: locationsOf,
  deep_links: locationsOf,
  trackers: ({ custom, ...ids }: Trackers) => ({ ...ids, ...(custom && { custom: locationOf(custom) }) }),
  fallback_url: (url: string | null) => url && locationOf(url),
  location_targeting: locationsOf,
  ab_test: (test: AbTest | null) => test && { ...test, url_b: locationOf(test.url_b) },
  rules: (rules: LinkRule[]) => rules.map((rule) => ({ ...rule, url: locationOf(rule.url) })),
};

/** The columns of a link: each as it was sent, else as it was `before`, else as a new link has it. */
export function columnsOf(sent: SentFields, before: Columns | null): Columns {
  return picked(linkFieldNames, (name) => {
    const value = sent[name];
    if (value === undefined) return before ? before[name] : linkFields[name].empty;
    return 'time' in linkFields[name] && typeof value === 'string' ? new Date(value) : value;
  }) as Columns;
}

export const shownOf = (link: Columns) => picked(linkFieldNames, (name) => shown(link[name])) as Shown;

export const toldOf = (link: Columns) =>
  picked(
    linkFieldNames.filter((name) => linkFields[name].told),
    (name) => shown(link[name]),
  ) as Pick<LinkState, ToldFieldName>;

export const routedOf = (link: Columns) =>
  picked(
    linkFieldNames.filter((name) => 'routed' in linkFields[name]),
    (name) => {
      // What the redirect of a former release knows nothing of is there where a link has it: events and rows stay as small as they were.
      if (optional.has(name) && isDeepStrictEqual(link[name], linkFields[name].empty)) return undefined;
      return routed[name] ? routed[name](link[name] as never) : shown(link[name]);
    },
  ) as Pick<Route, RoutedFieldName>;

/** Fields that a route may be without. Asked once: a schema is dear for each of ten million links. */
const optional: ReadonlySet<LinkFieldName> = new Set(
  linkFieldNames.filter((name) => {
    const field = linkFields[name];
    return 'routed' in field && field.routed.safeParse(undefined).success;
  }),
);

const picked = (names: readonly LinkFieldName[], valueOf: (name: LinkFieldName) => unknown): unknown =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = valueOf(name);
      return value === undefined ? [] : [[name, value]];
    }),
  );

const shown = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

/** Each in the form of a Location header. */
function locationsOf(targets: object): Record<string, string> {
  return Object.fromEntries(Object.entries(targets).map(([name, url]: [string, string]) => [name, locationOf(url)]));
}

function previewOf({ image_url, ...texts }: CustomPreview): Route['custom_preview'] {
  return { ...texts, ...(image_url && { image_url: locationOf(image_url) }) };
}
