import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

export type Values = { [name: string]: unknown };
export type ServiceValues = Values & { env: Record<string, string>; kind: string; httpPort?: number | null };

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const read = (path: string): string => readFileSync(join(root, path), 'utf8');
export const readYaml = (path: string): Values => parse(read(path)) ?? {};

const isMap = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

/** As Helm does it: maps are united, all else takes the place of what was there. */
export function merged(base: unknown, over: unknown): unknown {
  if (!isMap(base) || !isMap(over)) return over === undefined ? base : over;
  const names = [...new Set([...Object.keys(base), ...Object.keys(over)])];
  return Object.fromEntries(names.map((name) => [name, merged(base[name], over[name])]));
}

interface Chart {
  dependencies: { name: string; alias: string }[];
}
export const servicesOfChart = (): string[] =>
  (readYaml('helm/linkway/Chart.yaml') as unknown as Chart).dependencies.map(({ alias }) => alias);

/** What an installation with this file of values has. */
export const valuesWith = (file: string | null, ...more: Values[]): Values =>
  [...(file ? [readYaml(`helm/linkway/${file}`)] : []), ...more].reduce(
    (all, over) => merged(all, over) as Values,
    readYaml('helm/linkway/values.yaml'),
  );

/** What the chart of one service gets of them. */
export const valuesOfService = (all: Values, service: string): ServiceValues =>
  merged(readYaml('helm/service/values.yaml'), all[service]) as ServiceValues;

const namesIn = (source: string, pattern: RegExp) => [...source.matchAll(pattern)].map(([, name = '']) => name);

/** What a service reads, by its configuration. */
export function variablesOf(service: string): Set<string> {
  const own = read(`services/${service}/src/config.ts`);
  const shared = read('services/platform/src/config/service-config.ts');
  return new Set([...namesIn(own, /^ {2}([A-Z][A-Z0-9_]+):/gm), ...namesIn(shared, /^ {2}([A-Z][A-Z0-9_]+):/gm)]);
}

/** What the template sets by itself. */
export const variablesOfTemplate = (): string[] =>
  namesIn(read('helm/service/templates/_service.tpl'), /^- name: ([A-Z_]+)$/gm);

export const withoutFile = (name: string): string => name.replace(/_FILE$/, '');
