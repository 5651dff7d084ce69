// `npm run events -- ...`: dead letters and streams of the running product, or of the NATS that NATS_URL names.
import { launch } from './launch.mjs';

await launch(async (args) => {
  const { environmentOfRun } = await import('./running-nats.ts');
  const { runEvents } = await import('@linkway/platform/events-cli');
  process.exitCode = await runEvents(args, () => environmentOfRun(process.env), {
    say: (line) => process.stdout.write(`${line}\n`),
    complain: (line) => process.stderr.write(`${line}\n`),
  });
});
