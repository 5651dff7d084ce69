import {
  type ExportedAccount,
  type ExportedPortion,
  type ExportingService,
  exportedTables,
  type Locale,
} from '@linkway/contracts';
import { readmeTexts } from './readme-text.js';
import { tableFiles } from './table-file.js';
import type { ArchiveFile } from './zip-archive.js';

/** Reads a portion of a list of a service. */
export type ReadList = (service: ExportingService, table: string, from: string | null) => Promise<ExportedPortion>;

export interface Exported {
  readonly account: ExportedAccount;
  readonly language: Locale;
  readonly madeAt: Date;
}

interface List {
  readonly service: ExportingService;
  readonly table: string;
  readonly columns: readonly string[];
}

/** Clicks come last, as they are many. */
const lists: readonly List[] = (Object.keys(exportedTables) as ExportingService[])
  .flatMap((service) =>
    Object.entries(exportedTables[service]).map(([table, columns]) => ({
      service,
      table,
      columns: columns as List['columns'],
    })),
  )
  .sort((one, other) => Number(one.table === 'clicks') - Number(other.table === 'clicks'));

const nameOf = (table: string): string => table.replaceAll('_', '-');

/** The files of an export, in the order in which they are written. */
export function exportFiles(exported: Exported, read: ReadList): ArchiveFile[] {
  const { profile, settings, avatar } = exported.account;
  return [
    textFile('README.txt', readmeOf(exported)),
    textFile('profile.json', jsonOf(profile)),
    textFile('settings.json', jsonOf(settings)),
    ...(avatar === null ? [] : [{ name: 'avatar.webp', content: () => once(Buffer.from(avatar, 'base64')) }]),
    ...lists.flatMap(({ service, table, columns }) =>
      tableFiles(nameOf(table), columns, (from) => read(service, table, from)),
    ),
  ];
}

function readmeOf({ account, language, madeAt }: Exported): string {
  const { head, forms, profile, settings, avatar, tables, absent } = readmeTexts[language];
  const files = [
    ['profile.json', profile],
    ['settings.json', settings],
    ...(account.avatar === null ? [] : [['avatar.webp', avatar]]),
    ...lists.map(({ table }) => [
      `${nameOf(table)}.csv, ${nameOf(table)}.json`,
      (tables as Readonly<Record<string, string>>)[table] ?? '',
    ]),
  ];
  const said = head.replace('{email}', account.profile.email).replace('{time}', madeAt.toISOString());
  const listed = files.map(([name, text]) => `${name}\n  ${text}`).join('\n\n');
  // The mark tells old editors that it is UTF-8; lines end as on every system.
  return `\u{feff}${[said, forms, listed, absent].join('\n\n')}\n`.replaceAll('\n', '\r\n');
}

const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const textFile = (name: string, text: string): ArchiveFile => ({ name, content: () => once(text) });

async function* once<T>(content: T): AsyncGenerator<T> {
  yield content;
}
