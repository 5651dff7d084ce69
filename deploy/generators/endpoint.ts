import { namesOf } from './names.ts';
import { addImport, type Workspace } from './workspace.ts';

const methods = ['get', 'post', 'put', 'delete'];
const verbs: Record<string, string> = { create: 'post', update: 'put', delete: 'delete' };

/** An operation of the HTTP API that the gateway passes on to the service that answers it: one contract is all that it takes there. */
export function generateEndpoint(workspace: Workspace, areaName: string, name: string, methodGiven?: string): void {
  const area = namesOf(areaName, 'an area');
  const operation = namesOf(name, 'an endpoint');
  const [verb = ''] = operation.kebab.split('-');
  const method = methodGiven ?? verbs[verb] ?? 'get';
  if (!methods.includes(method)) throw new Error(`a method is one of ${methods.join(', ')}; not "${method}"`);
  const isQuery = method === 'get';
  const rest = verb === 'get' || verbs[verb] ? operation.kebab.slice(verb.length + 1) : operation.kebab;
  const values = {
    area: area.kebab,
    operation: operation.kebab,
    operationCamel: operation.camel,
    operationTitle: operation.title,
    method,
    path: `/api/${area.kebab}${rest ? `/${rest}` : ''}`,
    kind: isQuery ? 'qry' : 'cmd',
    rpc: `${operation.camel}Rpc`,
  };
  const http = `contracts/src/http/${area.kebab}.ts`;
  append(workspace, http, values);
  register(workspace, area.camel, `./http/${area.kebab}.js`);
  workspace.next.push(
    `${http}: what goes in and out, and the permission that it needs`,
    `services/${area.kebab}: @Rpc(${values.rpc}) on a controller answers it, and a service behind that`,
    `deploy/local/test/access/rules.ts: who may do it (${operation.camel}), and a request in requests.ts beside it where it takes one`,
    'where the gateway has something to add to the answer: no `forward`, and a controller there (CONTRIBUTING.md)',
  );
}

const HEAD = `import { z } from 'zod';\nimport { defineEndpoint, forwardedRpc } from '../contract.js';\n`;

function append(workspace: Workspace, file: string, values: Record<string, string>): void {
  const text = workspace.filledTemplate('endpoint-http', values);
  if (!workspace.has(file)) workspace.create(file, `${HEAD}\n${text}`);
  else if (workspace.read(file).includes(`export const ${values.operationCamel} `)) {
    throw new Error(`${file} has ${values.operationCamel} already`);
  } else {
    workspace.edit(file, `add ${values.operationCamel}`, (present) => {
      const known = present.replace(/import \{ defineEndpoint \} from/, 'import { defineEndpoint, forwardedRpc } from');
      return `${known}\n${text}`;
    });
  }
}

/** A file that is new to the contracts is exported and its contracts are published. */
function register(workspace: Workspace, area: string, path: string): void {
  const registry = 'contracts/src/registry.ts';
  if (workspace.read(registry).includes(`'${path}'`)) return;
  const module = `${area}Http`;
  workspace.edit('contracts/src/index.ts', `export * from '${path}'`, (text) => `export * from '${path}';\n${text}`);
  workspace.edit(registry, `publish the operations of ${area}`, (text) =>
    // In front: what is last may have a comma behind it, or none.
    addImport(text, `import * as ${module} from '${path}';`).replace('const http = [', `const http = [${module}, `),
  );
}
