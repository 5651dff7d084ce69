import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { AppLogger } from '@linkway/platform';
import { RemoteTabs } from './remote-tabs.js';

const title = { en: 'Shops', vi: 'Cửa hàng' };
const tabOf = (key: string) => ({ key, group: 'sales', icon: 'shop', order: 1, title });
const LIMIT = 256 * 1024;

let server: Server;
let answer = '';
let status = 200;
let asked = 0;
let said: { text: string; error: unknown }[] = [];
const logger = {
  info: (text: string) => said.push({ text, error: undefined }),
  warn: (text: string, { error }: { error: unknown }) => said.push({ text, error }),
} as unknown as AppLogger;

beforeEach(async () => {
  asked = 0;
  status = 200;
  said = [];
  server = createServer((_, response) => {
    asked += 1;
    response.writeHead(status, { connection: 'close' }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  jest.restoreAllMocks();
  server.closeAllConnections();
  server.close();
});

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function heard(times: number): Promise<void> {
  if (asked >= times) return;
  await wait(5);
  await heard(times);
}

function elsewhere() {
  const manifest = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mf-manifest.json`;
  const tabs = new RemoteTabs([{ name: 'shops', manifest, folder: null }], logger);
  return async () => (await tabs.lists()).get('shops')?.tabs.map(({ key }) => key);
}

/** So many bytes of JSON. */
function ofSize(bytes: number): string {
  const text = JSON.stringify({ tabs: [tabOf('shops')] });
  return text.replace('{', `{${' '.repeat(bytes - Buffer.byteLength(text))}`);
}

it('takes a list of 256 kB from elsewhere, and none that is a byte larger', async () => {
  answer = ofSize(LIMIT);
  expect(Buffer.byteLength(answer)).toBe(LIMIT);
  expect(await elsewhere()()).toEqual(['shops']);
  answer = ofSize(LIMIT + 1);
  expect(await elsewhere()()).toBeUndefined();
  expect(said).toEqual([
    {
      text: 'the tabs of a remote could not be read',
      error: expect.objectContaining({ message: `tabs.json is larger than ${LIMIT} bytes` }),
    },
  ]);
});

it('keeps a list for a minute, then shows the former one while it asks, and after a failure asks again in ten seconds', async () => {
  let now = Date.now();
  jest.spyOn(Date, 'now').mockImplementation(() => now);
  const keys = elsewhere();
  const settled = async (times: number) => {
    await heard(times);
    // Until its answer is taken in.
    await wait(50);
  };
  answer = JSON.stringify({ tabs: [tabOf('first')] });
  expect(await keys()).toEqual(['first']);
  answer = JSON.stringify({ tabs: [tabOf('second')] });
  now += 59_999;
  expect(await keys()).toEqual(['first']);
  expect(asked).toBe(1);
  now += 1;
  expect(await keys()).toEqual(['first']);
  await settled(2);
  expect(await keys()).toEqual(['second']);

  status = 500;
  now += 60_000;
  expect(await keys()).toEqual(['second']);
  await settled(3);
  now += 9_999;
  expect(await keys()).toEqual(['second']);
  expect(asked).toBe(3);
  status = 200;
  answer = JSON.stringify({ tabs: [tabOf('third')] });
  now += 1;
  await keys();
  await settled(4);
  expect(await keys()).toEqual(['third']);
  expect(said.map(({ text }) => text)).toEqual([
    'the tabs of a remote could not be read',
    'the tabs of a remote are there again',
  ]);
});
