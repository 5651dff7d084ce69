import { namesOf, plural, singular } from './names.ts';
import type { Workspace } from './workspace.ts';

/** A service with its database and the first feature, by its noun; the single node starts it from then on. */
export function generateService(workspace: Workspace, name: string, nounGiven?: string): void {
  const service = namesOf(name, 'a service');
  const noun = namesOf(nounGiven ?? singular(name), 'a noun');
  const nouns = namesOf(plural(noun.kebab), 'a noun');
  const folder = `services/${service.kebab}`;
  if (workspace.has(folder)) throw new Error(`${folder} is there already`);
  workspace.createFrom('service', folder, {
    service: service.kebab,
    Service: service.pascal,
    serviceCamel: service.camel,
    noun: noun.kebab,
    Noun: noun.pascal,
    nounCamel: noun.camel,
    nounWords: noun.words,
    nouns: nouns.kebab,
    Nouns: nouns.pascal,
    nounsCamel: nouns.camel,
    table: nouns.snake,
    timestamp: String(Date.now()),
  });
  workspace.edit('contracts/src/services.ts', `declare ${service.kebab}`, (text) =>
    text.replace(/(\n {2}gateway: \{)/, `\n  '${service.kebab}': { asks: [], reads: [] },$1`),
  );
  joinSingleNode(workspace, service.kebab);
  workspace.next.push(
    'docker-compose.yml and deploy/docker: add the service, its database and the volume of its secrets',
    'helm/linkway: add the service to Chart.yaml, values and their schema',
    'contracts/src/services.ts: what it asks and reads of other services',
    `npm run generate -- endpoint ${service.kebab} NAME: its first operation`,
  );
}

function joinSingleNode(workspace: Workspace, name: string): void {
  const environment = 'deploy/local/environment.ts';
  const into = (list: string) => (text: string) =>
    text.replace(new RegExp(`(export const ${list} = \\[)([^\\]]*)(\\])`), `$1$2, '${name}'$3`);
  workspace.edit(environment, `add ${name} to serviceNames`, into('serviceNames'));
  workspace.edit(environment, `add ${name} to databaseOwners`, into('databaseOwners'));
  workspace.edit(environment, `give ${name} its environment in ownOf`, (text) =>
    text.replace(/(\n {4}case 'gateway':)/, `\n    case '${name}':\n      return {};$1`),
  );
  workspace.edit('deploy/local/services.ts', `add ${name} to stopOrder`, (text) =>
    text.replace(/(stopOrder[^=]*= \[[^\]]*)(, 'analytics'\])/, `$1, '${name}'$2`),
  );
  workspace.edit('deploy/local/package.json', `depend on @linkway/${name}`, (text) =>
    text.replace(/("@linkway\/platform": "\*",)/, `$1\n    "@linkway/${name}": "*",`),
  );
}
