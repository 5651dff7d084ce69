// `node deploy/events/republish.mjs links|domains|identity`: at NATS_URL, or at the single node in LINKWAY_DATA.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { root } from '../local/install.mjs';
import { launch } from '../local/launch.mjs';

await launch(async (args) => {
  const { run } = await import('./republish.ts');
  const connection = await connect(whereNatsIs());
  try {
    process.exitCode = await run(args, connection);
  } finally {
    await connection.close();
  }
});

function whereNatsIs() {
  const { NATS_URL, NATS_USER, NATS_PASSWORD, LINKWAY_DATA } = process.env;
  if (NATS_URL) return { servers: NATS_URL.split(','), ...(NATS_USER ? { user: NATS_USER, pass: NATS_PASSWORD } : {}) };
  const file = resolve(root, LINKWAY_DATA || '.data', 'run.json');
  const { nats } = JSON.parse(readFileSync(file, 'utf8'));
  return { servers: nats.url, user: nats.user, pass: nats.password };
}
