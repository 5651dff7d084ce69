import { namesOf } from './names.ts';
import { addImport, insertBeforeEnd, type Workspace } from './workspace.ts';

const methods = ['get', 'post', 'put', 'delete'];
const verbs: Record<string, string> = { create: 'post', update: 'put', delete: 'delete' };

/** An operation of the HTTP API: its contract, the request to the service that answers it, and its route in the gateway. */
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
    Controller: operation.pascal,
    method,
    path: `/api/${area.kebab}${rest ? `/${rest}` : ''}`,
    kind: isQuery ? 'qry' : 'cmd',
    rpc: `${operation.camel}Rpc`,
  };
  const folder = isQuery ? 'queries' : 'commands';
  const http = `contracts/src/http/${area.kebab}.ts`;
  const rpcs = `contracts/src/${folder}/${area.kebab}.ts`;
  append(
    workspace,
    http,
    'endpoint-http',
    `import { z } from 'zod';\nimport { defineEndpoint } from '../contract.js';\n`,
    values,
  );
  append(
    workspace,
    rpcs,
    'endpoint-rpc',
    `import { z } from 'zod';\nimport { defineRpc } from '../contract.js';\n`,
    values,
  );
  register(workspace, area.camel, 'http', `./http/${area.kebab}.js`, 'export const allEndpoints', 'Http');
  register(
    workspace,
    area.camel,
    folder,
    `./${folder}/${area.kebab}.js`,
    'export const allRpcs',
    isQuery ? 'Queries' : 'Commands',
  );

  declare(workspace, values.rpc, `./${folder}/${area.kebab}.js`);

  const controller = `services/gateway/src/${area.kebab}`;
  workspace.createFrom('endpoint-gateway', controller, values);
  workspace.edit('services/gateway/src/app.module.ts', `add ${operation.pascal}Controller to controllers`, (text) =>
    addImport(
      text.replace(/(controllers: \[)([^\]]*)(\])/, `$1$2, ${operation.pascal}Controller$3`),
      `import { ${operation.pascal}Controller } from './${area.kebab}/${operation.kebab}.controller.js';`,
    ),
  );
  workspace.next.push(
    `${http}, ${rpcs}: what goes in and out, and the permission that it needs`,
    `services/${area.kebab}: @Rpc(${values.rpc}) on a controller answers it`,
  );
}

function append(
  workspace: Workspace,
  file: string,
  template: string,
  head: string,
  values: Record<string, string>,
): void {
  const text = workspace.filledTemplate(template, values);
  if (!workspace.has(file)) workspace.create(file, `${head}\n${text}`);
  else if (workspace.read(file).includes(`export const ${values.operationCamel} `)) {
    throw new Error(`${file} has ${values.operationCamel} already`);
  } else workspace.edit(file, `add ${values.operationCamel}`, (present) => `${present}\n${text}`);
}

/** A file that is new to the contracts is exported and its contracts are published. */
function register(
  workspace: Workspace,
  area: string,
  folder: string,
  path: string,
  list: string,
  suffix: string,
): void {
  const registry = 'contracts/src/registry.ts';
  if (workspace.read(registry).includes(`'${path}'`)) return;
  const module = `${area}${suffix}`;
  workspace.edit('contracts/src/index.ts', `export * from '${path}'`, (text) => `export * from '${path}';\n${text}`);
  workspace.edit(registry, `publish what ${folder} has of ${area}`, (text) =>
    insertBeforeEnd(addImport(text, `import * as ${module} from '${path}';`), list, '\n);', `\n  ${module},`),
  );
}

/** The gateway may ask nothing that it does not declare. */
function declare(workspace: Workspace, rpc: string, path: string): void {
  workspace.edit('contracts/src/services.ts', `add ${rpc} to what the gateway asks`, (text) => {
    const imported = text.includes(`} from '${path}';`)
      ? text.replace(new RegExp(`,?(\\s*)\\} from '${path.replaceAll('.', '\\.')}';`), `, ${rpc}$1} from '${path}';`)
      : addImport(text, `import { ${rpc} } from '${path}';`);
    return imported.replace(/(gateway: \{\s*asks: \[)/, `$1\n      ${rpc},`);
  });
}
