// Gives every project the target `lint`, so that no package.json repeats it.
import { dirname } from 'node:path';

export const name = 'linkway-lint';

export const createNodesV2 = [
  '{contracts,services/*,frontends/*,deploy/*}/package.json',
  (files) =>
    files.map((file) => {
      const root = dirname(file);
      const lint = {
        command: `oxlint ${root} && biome check ${root}`,
        cache: true,
        inputs: ['default', '^production', '{workspaceRoot}/.oxlintrc.json', '{workspaceRoot}/.biome.json'],
        outputs: [],
        metadata: { description: 'Lint and format check' },
      };
      return [file, { projects: { [root]: { root, targets: { lint } } } }];
    }),
];
