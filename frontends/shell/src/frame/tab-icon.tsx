import * as icons from '@linkway/kit/ui/icons';
import { createElement } from 'react';

const known = new Map(Object.entries(icons));

/** `line-chart` is LineChartOutlined. A remote may name one that this shell does not have yet. */
export function TabIcon({ name }: { name: string }) {
  const exported = `${name.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase())}Outlined`;
  return createElement(known.get(exported) ?? icons.AppstoreOutlined);
}
