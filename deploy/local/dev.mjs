// `npm run dev -- NAME`: runs Linkway for work on one service or on one part of the web app.
import { launch } from './launch.mjs';

await launch(async (args) => {
  const { runForWork } = await import('./dev.ts');
  await runForWork(args);
});
