import { namesOf } from './names.ts';
import { addImport, insertBeforeEnd, type Workspace } from './workspace.ts';

/** An event of a service, in the contracts: `event links link-archived` is `evt.links.link-archived.v1`. */
export function generateEvent(workspace: Workspace, ownerName: string, name: string): void {
  const owner = namesOf(ownerName, 'an owner');
  const event = namesOf(name, 'an event');
  workspace.createFrom('event', `contracts/src/events/${owner.kebab}`, {
    owner: owner.kebab,
    event: event.kebab,
    eventCamel: event.camel,
    eventWords: event.words,
  });
  const path = `./events/${owner.kebab}/${event.kebab}.v1.js`;
  workspace.edit('contracts/src/index.ts', `export * from '${path}'`, (text) => `export * from '${path}';\n${text}`);
  workspace.edit('contracts/src/registry.ts', `add ${event.camel} to allEvents`, (text) =>
    insertBeforeEnd(
      addImport(text, `import { ${event.camel} } from '${path}';`),
      'export const allEvents',
      '\n];',
      `\n  ${event.camel},`,
    ),
  );
  workspace.next.push(
    `contracts/src/events/${owner.kebab}/${event.kebab}.v1.ts: its data`,
    `services/${owner.kebab}: emit(${event.camel}, data) in the transaction that it tells of`,
  );
}
