import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { copyWorkspace, linkProjects, run } from './workspace-copy.js';

jest.setTimeout(240_000);

/** The worked examples of CONTRIBUTING.md, done in a copy of the workspace: what they cost is counted here. */
describe('the worked examples', () => {
  let copy: string;
  const written = new Set<string>();
  const inProject = (folder: string, command: string, ...args: string[]) => run(join(copy, folder), command, ...args);
  const create = (path: string, text: string) => {
    written.add(path);
    writeFileSync(join(copy, path), text, { flag: 'wx' });
  };
  /** Puts `added` before what begins with `mark`. */
  const insert = (path: string, mark: string, added: string) => {
    const text = readFileSync(join(copy, path), 'utf8');
    if (!text.includes(mark)) throw new Error(`${path} has no ${mark}`);
    written.add(path);
    writeFileSync(
      join(copy, path),
      text.replace(mark, () => `${added}${mark}`),
    );
  };
  const evaluated = (folder: string, code: string): unknown =>
    JSON.parse(run(join(copy, folder), 'node', '--input-type=module', '--eval', code));

  beforeAll(() => {
    copy = copyWorkspace();
    linkProjects(copy);
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('a field of a link, from the form to the redirect, is nine files', () => {
    insert(
      'contracts/src/fields/links.ts',
      '  max_clicks: {\n',
      `  pauses_at: {
    sent: z.iso.datetime({ offset: true, error: 'request.field_type' }),
    off: 'null: never.',
    time: true,
    shown: timestampSchema.nullable().optional(),
    empty: null,
    told: true,
    routed: storableTime.nullable().optional(),
  },
`,
    );
    insert(
      'services/links/src/link/link.entity.ts',
      "  @Column('integer', { nullable: true }) max_clicks",
      "  @Column('timestamptz', { nullable: true }) pauses_at: Date | null;\n",
    );
    create(
      'services/links/src/migrations/1900000000000-add-pauses-at.ts',
      `import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When a link is paused by itself. */
export class AddPausesAt1900000000000 implements MigrationInterface {
  readonly name = 'AddPausesAt1900000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE short_links ADD COLUMN pauses_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE short_links DROP COLUMN pauses_at');
  }
}
`,
    );
    const links = 'services/links/src/app.module.ts';
    insert(
      links,
      'import { BoundChanges',
      "import { AddPausesAt1900000000000 } from './migrations/1900000000000-add-pauses-at.js';\n",
    );
    insert(links, 'CreateLinks1763600000000,', 'AddPausesAt1900000000000, ');
    insert(
      'services/redirect/src/decision/decision.ts',
      '  if (route.expires_at !== null',
      "  if (route.pauses_at && Date.parse(route.pauses_at) <= now) return { outcome: 'paused', route };\n",
    );
    insert(
      'services/redirect/src/decision/decision.spec.ts',
      "  it('refuses a used-up link",
      `  it('is paused at its time', () => {
    expect(ask(route({ pauses_at: '2026-06-01T12:00:00Z' })).outcome).toBe('paused');
    expect(ask(route({ pauses_at: '2026-06-01T12:00:00.001Z' })).outcome).toBe('redirect');
  });
`,
    );
    const form = 'frontends/dashboard/src/link-form/fields.tsx';
    insert(form, '  /** The number as it is typed', '  pauses_at: choice((link) => link.pauses_at ?? null),\n');
    insert(
      form,
      '      <Form.Item\n        name="max_clicks"',
      `      <Form.Item
        name="pauses_at"
        label={t('form.pauses_at')}
        rules={[rule(checkExpiry)]}
        validateTrigger="onSettled"
      >
        <ExpiryInput />
      </Form.Item>
`,
    );
    const texts = 'frontends/dashboard/src/locales/create';
    insert(`${texts}/en.json`, '    "max_clicks":', '    "pauses_at": "Pauses at",\n');
    insert(`${texts}/vi.json`, '    "max_clicks":', '    "pauses_at": "Tạm dừng lúc",\n');
    expect([...written]).toHaveLength(9);

    inProject('contracts', 'npm', 'run', '--silent', 'generate');
    inProject('contracts', 'npm', 'run', 'build');
    inProject(
      '.',
      'node',
      'deploy/checks/typecheck.mjs',
      'contracts',
      'services/links',
      'services/redirect',
      'frontends/dashboard',
    );
    for (const project of ['services/platform', 'services/links']) inProject(project, 'npm', 'run', 'build');
    const carried = `
      import { createLinkSchema, linkSchema, routeSchema, updateLinkSchema } from '@linkway/contracts';
      import { changed } from './dist/link/link.change.js';
      import { newLink } from './dist/link/link.draft.js';
      import { replyOf, routeOf } from './dist/link/link.mapper.js';
      const id = '01a1f88e-6347-7143-9bcb-d4953ea7ddd5';
      const domain = { id, domain_name: 'a.example', is_active: true, is_free: true, sort_order: 0, version: 1 };
      const owner = { workspace_id: id, user_id: id, device_id: null, password_hash: null };
      const sent = createLinkSchema.parse({ url: 'https://example.com', pauses_at: '2030-01-01T07:00:00+07:00' });
      const link = newLink({ ...sent, ...owner }, domain);
      const off = changed(link, updateLinkSchema.parse({ pauses_at: null }), { passwordHash: null, newDomain: null });
      const seen = (each) => [
        linkSchema.parse(replyOf(each, domain, 'https://a.example/x')).pauses_at,
        routeSchema.parse(routeOf(each, domain, { host: 'a.example', code: 'x', version: 1 })).pauses_at,
      ];
      process.stdout.write(JSON.stringify([seen(link), seen(off)]));`;
    const pauses = '2030-01-01T00:00:00.000Z';
    expect(evaluated('services/links', carried)).toEqual([
      [pauses, pauses],
      [null, null],
    ]);
    const check = join(copy, 'deploy/checks/jest.mjs');
    inProject('services/redirect', 'node', check, '--testPathPatterns', 'decision.spec');
    inProject('services/links', 'node', check, '--runInBand', '--testPathPatterns', 'former-release');
    inProject(
      'frontends/dashboard',
      'node',
      join(copy, 'frontends/kit/testing/jest.mjs'),
      '--testPathPatterns',
      'link-form',
    );
  });

  it('an operation that is passed on is four files', () => {
    written.clear();
    insert(
      'contracts/src/http/links.ts',
      'export const updateLink = ',
      `export const getLinkAge = defineEndpoint({
  operationId: 'getLinkAge',
  method: 'get',
  path: '/api/links/{id}/age',
  summary: 'How long ago a link was made',
  tag: 'links',
  auth: 'session',
  permission: 'links:read',
  scopes: 'kept',
  params: idParams,
  success: { status: 200, body: z.object({ seconds: z.int() }), description: 'Its age' },
  errors: ['auth.unauthenticated', 'links.not_found'],
  forward: { to: 'qry.links.age.v1' },
});
export const getLinkAgeRpc = forwardedRpc(getLinkAge);

`,
    );
    insert('contracts/src/http/links.ts', " } from '../contract.js'", ', forwardedRpc');
    const controller = 'services/links/src/link/link.controller.ts';
    insert(controller, '  getLinkRpc,', '  getLinkAgeRpc,\n');
    insert(
      controller,
      '  @Rpc(getLinkRpc)',
      `  @Rpc(getLinkAgeRpc)
  age({ id }: RpcInput<typeof getLinkAgeRpc>, { caller }: RpcCall<typeof getLinkAgeRpc>) {
    return this.links.age(id, caller);
  }

`,
    );
    insert(
      'services/links/src/link/link.service.ts',
      '  async byIds(',
      `  async age(id: string, caller: MemberCaller): Promise<{ seconds: number }> {
    const { created_at } = found(await this.links.findOwned(reachOf(caller), id));
    return { seconds: Math.floor((Date.now() - created_at.getTime()) / 1_000) };
  }

`,
    );
    const test = 'services/links/test/manage.spec.ts';
    insert(test, '  getLinkRpc,', '  getLinkAgeRpc,\n');
    insert(
      test,
      "describe('reading links'",
      `it('tells its owner alone how old a link is', async () => {
  const caller = callerOf();
  const { id } = await links.create(caller, {});
  expect(await links.call(getLinkAgeRpc, { id }, caller)).toEqual({ seconds: expect.any(Number) });
  expect(await refusal(links.call(getLinkAgeRpc, { id }, callerOf()))).toBe('links.not_found');
});

`,
    );
    expect([...written]).toHaveLength(4);

    inProject('contracts', 'npm', 'run', '--silent', 'generate');
    inProject('contracts', 'npm', 'run', 'build');
    inProject('.', 'node', 'deploy/checks/typecheck.mjs', 'contracts', 'services/links', 'services/gateway');
    const check = join(copy, 'deploy/checks/jest.mjs');
    const only = ['--testPathPatterns', 'manage.spec', '--testNamePattern', 'how old a link is'];
    inProject('services/links', 'node', check, '--runInBand', ...only);
    const asked = `const { allEndpoints, forwardedTo, natsPermissions } = await import('@linkway/contracts');
      const age = allEndpoints.find(({ operationId }) => operationId === 'getLinkAge');
      const { subject } = forwardedTo(age);
      process.stdout.write(JSON.stringify([subject, natsPermissions('gateway').publish.allow.includes(subject)]));`;
    expect(evaluated('services/gateway', asked)).toEqual(['qry.links.age.v1', true]);
  });
});
