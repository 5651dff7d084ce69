// What each part of a build may weigh, in bytes gzip: budgets.json of the project, where "*" is for parts that it does not name.
// Run after the build: node budgets.mjs DIST. With --set it takes what is there and 3 % more, for a change that is worth its bytes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readReport } from './bundle-report.mjs';

const ROOM = 1.03;

/** What is beyond its budget, or has none, as sentences. A budget of a part that is gone is told, too. */
export function budgetProblems(report, budgets) {
  return [
    ...Object.entries(report).flatMap(([name, { gzip }]) => {
      const most = budgets[name] ?? budgets['*'];
      if (most === undefined) return [`"${name}" has no budget in budgets.json; it is ${gzip} bytes gzip`];
      return gzip > most ? [`"${name}" is ${gzip} bytes gzip, more than its ${most}`] : [];
    }),
    ...Object.keys(budgets)
      .filter((name) => name !== '*' && !(name in report))
      .map((name) => `budgets.json has "${name}", which the build has not`),
  ];
}

const budgetsOf = (report) =>
  Object.fromEntries(Object.entries(report).map(([name, { gzip }]) => [name, Math.ceil((gzip * ROOM) / 100) * 100]));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const dist = process.argv[2] ?? 'dist';
  const file = join(dist, '../budgets.json');
  const report = readReport(dist);
  if (process.argv[3] === '--set') writeFileSync(file, `${JSON.stringify(budgetsOf(report), null, 2)}\n`);
  const problems = budgetProblems(report, JSON.parse(readFileSync(file, 'utf8')));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exit(problems.length === 0 ? 0 : 1);
}
