/** The five documented calls, and how each is made by a program: what the page shows, and what the tests run. */
export const calls = [
  {
    key: 'create',
    method: 'POST',
    path: '/api/links',
    body: { url: 'https://example.com/spring-sale', title: 'Spring sale', max_clicks: 1000 },
  },
  { key: 'list', method: 'GET', path: '/api/links', query: 'page=1&limit=50' },
  { key: 'analytics', method: 'GET', path: '/api/links/{id}/analytics' },
  { key: 'update', method: 'PUT', path: '/api/links/{id}', body: { title: 'Summer sale', is_active: false } },
  { key: 'delete', method: 'DELETE', path: '/api/links/{id}' },
] as const satisfies readonly Call[];

export interface Call {
  key: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  query?: string;
  body?: Readonly<Record<string, string | number | boolean>>;
}

export const exampleLanguages = ['curl', 'javascript', 'python'] as const;
export type ExampleLanguage = (typeof exampleLanguages)[number];

/** Where a program finds the key: in no file that it is made of. */
export const KEY_VARIABLE = 'LINKWAY_API_KEY';
/** Stands in an example for the id of a link. */
export const LINK_ID = 'LINK_ID';

type Value = string | number | boolean;
type WriteExample = (call: Call, url: string) => string;

const curl: WriteExample = ({ method, body }, url) =>
  [
    `curl --fail-with-body ${method === 'GET' ? '' : `-X ${method} `}'${url}'`,
    `  -H "Authorization: Bearer $${KEY_VARIABLE}"`,
    ...(body ? [`  -H 'Content-Type: application/json'`, `  -d '${JSON.stringify(body)}'`] : []),
  ].join(' \\\n');

const javascript: WriteExample = ({ method, body }, url) => {
  const literal = (value: Value): string => (typeof value === 'string' ? `'${value}'` : String(value));
  const fields = Object.entries(body ?? {}).map(([name, value]) => `    ${name}: ${literal(value)},`);
  return [
    `const response = await fetch('${url}', {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    '  headers: {',
    `    Authorization: \`Bearer \${process.env.${KEY_VARIABLE}}\`,`,
    ...(body ? [`    'Content-Type': 'application/json',`] : []),
    '  },',
    ...(body ? ['  body: JSON.stringify({', ...fields, '  }),'] : []),
    '});',
    'if (!response.ok) throw new Error(await response.text());',
    method === 'DELETE' ? 'console.log(response.status);' : 'console.log(await response.json());',
  ].join('\n');
};

const python: WriteExample = ({ method, body }, url) => {
  const literal = (value: Value): string =>
    typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);
  const fields = Object.entries(body ?? {}).map(([name, value]) => `        "${name}": ${literal(value)},`);
  return [
    ...(body || method !== 'DELETE' ? ['import json'] : []),
    'import os',
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    "${url}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    '    headers={',
    `        "Authorization": f"Bearer {os.environ['${KEY_VARIABLE}']}",`,
    ...(body ? ['        "Content-Type": "application/json",'] : []),
    '    },',
    ...(body ? ['    data=json.dumps({', ...fields, '    }).encode(),'] : []),
    ')',
    'with urllib.request.urlopen(request) as response:',
    method === 'DELETE' ? '    print(response.status)' : '    print(json.load(response))',
  ].join('\n');
};

const writers: Record<ExampleLanguage, WriteExample> = { curl, javascript, python };

/** A program that makes a call to an installation, `base` being its origin. It fails where the call does. */
export function exampleOf(call: Call, language: ExampleLanguage, base: string): string {
  const url = `${base}${call.path.replace('{id}', LINK_ID)}${call.query ? `?${call.query}` : ''}`;
  return writers[language](call, url);
}

/** How a key comes into the variable that the examples read: in a POSIX shell, and on Windows. */
export const keyLine = (key: string): string => `export ${KEY_VARIABLE}='${key}'`;
export const powerShellKeyLine = (key: string): string => `$env:${KEY_VARIABLE} = '${key}'`;
