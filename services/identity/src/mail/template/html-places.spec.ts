import { describe, expect, it } from '@jest/globals';
import { placesIn } from './html-places.js';

/** Where each `@` stands. */
function places(pattern: string) {
  const html = pattern.replaceAll('@', '{{x}}');
  const positions = [...html.matchAll(/\{\{x\}\}/g)].map(({ index }) => index);
  return placesIn(html, positions);
}

describe('placesIn', () => {
  it.each([
    ['@<p>@</p>@', ['content', 'content', 'content']],
    ['<a href="@">@</a>', ['attribute', 'content']],
    ["<a href = '@' title=\"a'@\">@", ['attribute', 'attribute', 'content']],
    ['<a href="a>b@">@</a>', ['attribute', 'content']],
    ['<a href=@>@', ['forbidden', 'content']],
    ['<@ a="b"@>', ['forbidden', 'forbidden']],
    ['<a "@" href="@">', ['forbidden', 'attribute']],
    ['</p @>@', ['forbidden', 'content']],
    ['<!-- @ > @ -->@', ['forbidden', 'forbidden', 'content']],
    ['<style>p { content: "@" } </p>@</STYLE>@', ['forbidden', 'forbidden', 'content']],
    ['<script src="@">@</script >@', ['attribute', 'forbidden', 'content']],
    ['<textarea>@</textarea @>@', ['forbidden', 'forbidden', 'content']],
    ['<styled>@</styled>', ['content']],
    ['1 < @ 2 > 1 <3 @', ['content', 'content']],
    ['<a href="@', ['forbidden']],
    ['<!-- @', ['forbidden']],
    ['<style>@', ['forbidden']],
  ])('%s', (html, expected) => {
    expect(places(html)).toEqual(expected);
  });
});
