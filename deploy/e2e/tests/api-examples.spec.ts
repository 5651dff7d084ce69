import { spawn } from 'node:child_process';
import type { Page } from '@playwright/test';
import { administrator } from '../support/api.ts';
import { open } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

/** How somebody runs a program that they have copied from the page. */
const languages = [
  { name: 'curl', value: 'curl', command: ['sh', '-s'] },
  { name: 'JavaScript', value: 'javascript', command: [process.execPath, '--input-type=module', '-'] },
  { name: 'Python', value: 'python', command: ['python3', '-'] },
] as const;
const calls = [
  'Create a link',
  'List links',
  'Read the statistics of a link',
  'Change a link',
  'Delete a link',
] as const;

interface Ended {
  code: number | null;
  output: string;
  errors: string;
}

function run([program, ...args]: readonly string[], source: string, key: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program ?? '', args, { env: { ...process.env, FORCE_COLOR: '0', LINKWAY_API_KEY: key } });
    let output = '';
    let errors = '';
    child.stdout.on('data', (part: Buffer) => (output += part.toString()));
    child.stderr.on('data', (part: Buffer) => (errors += part.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output, errors }));
    child.stdin.end(source);
  });
}

/** The program of a call as its button copies it. */
async function copied(page: Page, call: string, language: string): Promise<string> {
  await page.getByRole('button', { name: `Copy ${call}: ${language}`, exact: true }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

for (const { name, value, command } of languages) {
  test(`the examples in ${name} do what the page says, from a new link to none`, async ({ page, api, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await api.signIn(administrator);
    const made = await api.ok<{ id: string; api_key: string }>('POST', '/api/api-keys', {
      key_name: `Examples: ${name}`,
    });
    const link = async (id: string) => (await api.send('GET', `/api/links/${id}`)).status();
    try {
      await open(page, `/dashboard?tab=api&example=${value}`);
      const does = async (call: (typeof calls)[number], id = ''): Promise<string> => {
        const source = (await copied(page, call, name)).replaceAll('LINK_ID', id);
        const { code, output, errors } = await run(command, source, made.api_key);
        expect(code, `${call}: ${output}${errors}`).toBe(0);
        return output;
      };
      const created = await does('Create a link');
      const id = /\bid['"]?: ?['"]([\da-f-]{36})/.exec(created)?.[1] ?? '';
      expect(created).toContain('https://example.com/spring-sale');
      expect(await link(id)).toBe(200);
      expect(await does('List links')).toContain(id);
      expect(await does('Read the statistics of a link', id)).toMatch(/countries/);
      expect(await does('Change a link', id)).toMatch(/Summer sale/);
      expect(await api.ok('GET', `/api/links/${id}`)).toMatchObject({ title: 'Summer sale', is_active: false });
      await does('Delete a link', id);
      expect(await link(id)).toBe(404);

      // What is refused fails, and tells why.
      const refused = await run(command, await copied(page, 'List links', name), 'lw_live_none');
      expect(refused.code, refused.output).not.toBe(0);
      expect(refused.output + refused.errors).toMatch(/auth\.api_key_invalid|401/);
    } finally {
      await api.ok('DELETE', `/api/api-keys/${made.id}`);
    }
  });
}
