import { runEvents } from './run.js';

/** In a service's container, with its environment: node services/platform/dist/events-cli/main.js dead list */
process.exitCode = await runEvents(process.argv.slice(2), () => process.env, {
  say: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
});
