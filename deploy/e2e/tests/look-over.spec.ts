import { watchCanvasTexts } from '../support/canvas-texts.ts';
import { covered, lookOver } from '../support/look-over.ts';
import { expect, test } from '../support/test.ts';

/** What is wrong, as a page; and what the look-over says of it. */
const faults: [name: string, html: string, said: RegExp][] = [
  [
    'a first column that other columns leave no room',
    `<table style="width:600px;table-layout:fixed"><tr>
      <td style="min-width:0"><a href="/x" style="display:block;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">lnk.test/spring-sale</a></td>
      <td style="width:570px">Active</td></tr></table>`,
    /^cut to nothing: <a> "lnk\.test\/spring-sale"/,
  ],
  [
    'a text that its box cuts',
    '<p style="width:80px;overflow:hidden;white-space:nowrap">A sentence that is longer</p>',
    /^cut: <p> "A sentence/,
  ],
  [
    'a tooltip in the colours of the other theme',
    '<div style="background:#1f1f1f;color:rgba(0,0,0,.65)">1,302</div>',
    /^contrast 1\.\d+: <div> "1,302"/,
  ],
  [
    'a button that floats over another',
    '<button>Edit</button><button style="position:fixed;left:0;top:0;width:200px;height:60px">Create link</button>',
    /^covered: <button> "Edit" by <button> "Create link"/,
  ],
  [
    'a button that is hard to meet',
    '<button style="width:80px;height:20px;padding:0">Go</button>',
    /^small: <button> "Go" is 80 x 20 px of 24$/,
  ],
  ['a page that scrolls sideways', '<div style="width:3000px">wide</div>', /^wider than its window/],
  ['a number at the end of a bar', `<canvas id="c" width="100" height="40"></canvas>`, /^cut on a canvas: "1,302"/],
];

for (const [name, html, said] of faults) {
  test(`the look-over finds ${name}`, async ({ page, context }) => {
    await watchCanvasTexts(context);
    await page.route('**/a-page', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><body style="margin:0;background:#fff">${html}`,
      }),
    );
    await page.goto('/a-page');
    await page.evaluate(() => {
      const canvas = document.querySelector('canvas')?.getContext('2d');
      canvas?.fillText('1,302', 90, 20);
    });
    const found = await lookOver(page);
    expect(
      found.filter((fault) => said.test(fault)),
      found.join('\n'),
    ).toHaveLength(1);
    expect(await covered(page)).toEqual(found.filter((fault) => fault.startsWith('covered')));
  });
}

test('what a pointer meets may be too small for a finger; a link in a sentence is as high as its line', async ({
  page,
}) => {
  await page.route('**/a-page', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><body style="background:#fff"><button style="width:80px;height:32px">Go</button><p>Read <a href="/x">on</a>.</p>',
    }),
  );
  await page.goto('/a-page');
  expect(await lookOver(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  expect(await lookOver(page)).toEqual(['small: <button> "Go" is 80 x 32 px of 44']);
});

test('the look-over finds nothing where nothing is', async ({ page, context }) => {
  await watchCanvasTexts(context);
  await page.route('**/a-page', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><body style="background:#fff"><h1>A page</h1><button style="min-height:24px">Go</button><canvas width="200" height="40"></canvas>',
    }),
  );
  await page.goto('/a-page');
  await page.evaluate(() => document.querySelector('canvas')?.getContext('2d')?.fillText('1,302', 20, 20));
  expect(await lookOver(page)).toEqual([]);
});
