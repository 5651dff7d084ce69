import { deepEqual, equal } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiSession } from '@linkway/local/api-session';
import { Harness } from '@linkway/local/harness';
import { startPostgres } from '@linkway/platform/embedded';
import pg from 'pg';
import { say } from '../load/result.ts';
import { unpack } from './archive.ts';
import { type Contents, clicksOf, eventually, visit } from './contents.ts';

const fixtures = join(import.meta.dirname, 'fixtures');

/** Starts this release on the data folder of each former one, in both modes, and looks whether all of it is there. */
export async function checkFixtures(): Promise<void> {
  const releases = readdirSync(fixtures).filter((name) => name.endsWith('.json'));
  if (releases.length === 0) throw new Error('there is no fixture');
  for (const name of releases) {
    const contents = JSON.parse(readFileSync(join(fixtures, name), 'utf8')) as Contents;
    for (const processes of [false, true]) {
      const mode = processes ? 'a process per service' : 'one process';
      await checkOn(contents, processes);
      say(`the data of ${contents.release} is all there (${mode})`);
    }
  }
}

async function checkOn(contents: Contents, processes: boolean): Promise<void> {
  const node = await Harness.start({
    processes,
    prepare: async (dataDir) => {
      await unpack(join(fixtures, `${contents.release}.tar.br`), dataDir);
      await renew(dataDir, contents);
    },
  });
  try {
    await holdsAll(node.web, contents);
    // What it has written itself must suit it as well.
    await node.stop();
    await node.start();
    await stillSignedIn(node.web, contents);
  } finally {
    await node.dispose();
  }
}

/** A session ends after some days, a fixture never does: its times are moved to today. */
async function renew(dataDir: string, { renewals }: Contents): Promise<void> {
  const secrets = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { postgres_password: string };
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), password: secrets.postgres_password });
  try {
    for (const { database, statement } of renewals) {
      const client = new pg.Client({ connectionString: postgres.urlOf(database) });
      await client.connect();
      await client.query(statement);
      await client.end();
    }
  } finally {
    await postgres.stop();
  }
}

async function holdsAll(web: string, contents: Contents): Promise<void> {
  const session = await stillSignedIn(web, contents);
  const owned = contents.links.filter(({ clicks }) => clicks !== null);
  const { pagination } = await session.send<{ pagination: { total: number } }>('GET', '/api/links');
  equal(pagination.total, owned.length, 'links of the account');
  for (const { id, code, clicks } of owned) {
    const told = await eventually(
      () => clicksOf(session, id),
      (count) => count === clicks,
    );
    equal(told, clicks, `clicks of ${code} before any new one`);
  }
  for (const link of contents.links) {
    for (const { agent, ...wanted } of link.answers) {
      const answer = await eventually(
        () => visit(web, link.code, agent),
        ({ status }) => status === wanted.status,
      );
      deepEqual(answer, wanted, `${link.code} on a ${agent}`);
    }
    if (link.password !== null) {
      const wrong = await visit(web, link.code, 'desktop', `not ${link.password}`);
      const right = await visit(web, link.code, 'desktop', link.password);
      deepEqual([isFollowed(wrong.status), isFollowed(right.status)], [false, true], `the password of ${link.code}`);
    }
    if (link.clicks === null) continue;
    const added = link.answers.filter(({ status }) => isFollowed(status)).length + (link.password === null ? 0 : 1);
    const total = link.clicks + added;
    const told = await eventually(
      () => clicksOf(session, link.id),
      (count) => count >= total,
    );
    equal(told, total, `clicks of ${link.code} with the new ones`);
  }
}

/** The session of then is open, and its account signs in anew. Answers the former. */
async function stillSignedIn(web: string, { account, session }: Contents): Promise<ApiSession> {
  const kept = ApiSession.resume(web, session);
  for (const one of [kept, await ApiSession.signIn(web, account.email, account.password)]) {
    equal((await one.send<{ email: string }>('GET', '/api/me')).email, account.email);
  }
  return kept;
}

const isFollowed = (status: number) => status === 302 || status === 303;
