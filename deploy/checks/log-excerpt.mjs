// The part of a step's log that tells why it failed.
import { existsSync, readFileSync } from 'node:fs';

const LINES = 60;
const noise = /^npm (warn|error) |^$/;

/** Of nx, the output of the tasks that failed; of anything else, its end. */
export function excerptOf(log) {
  const text = existsSync(log) ? readFileSync(log, 'utf8').trimEnd() : '';
  const failed = failedTasks(text);
  const told = failed.length > 0 ? sectionsOf(text, failed) : text;
  return told
    .split('\n')
    .filter((line) => !noise.test(line))
    .slice(-LINES);
}

function failedTasks(text) {
  const list = /Failed tasks:\n([\s\S]*?)\n\s*\n {2}\S/.exec(text)?.[1] ?? '';
  return [...list.matchAll(/^- (\S+)$/gm)].map((match) => match[1]);
}

function sectionsOf(text, tasks) {
  const sections = text.split(/^(?=> nx run )/m);
  return sections.filter((section) => tasks.some((task) => section.startsWith(`> nx run ${task}`))).join('\n');
}
