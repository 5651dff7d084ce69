// `npm start`: runs Linkway on this machine.
import { launch } from './launch.mjs';

await launch(async (args) => {
  const { runSingleNode } = await import('./single-node.ts');
  await runSingleNode(args);
});
