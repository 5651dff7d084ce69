import { afterEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, render } from '@testing-library/react';
import { LinkTitle } from './link-title';
import { SiteMark } from './site-mark';

afterEach(cleanup);
const URL = 'https://shop.example/sale';

describe('the mark of a site', () => {
  it('is its icon, and its first letter where there is none or it cannot be had', () => {
    const { container, rerender } = render(<SiteMark url={URL} icon="/api/site-images/a" />);
    const image = container.querySelector('img');
    expect([image?.getAttribute('src'), image?.getAttribute('alt'), container.textContent]).toEqual([
      '/api/site-images/a',
      '',
      '',
    ]);
    if (image) fireEvent.error(image);
    expect([container.querySelector('img'), container.textContent]).toEqual([null, 'S']);
    // Another one may be had.
    rerender(<SiteMark url={URL} icon="/api/site-images/b" />);
    expect(container.querySelector('img')).toBeTruthy();
    rerender(<SiteMark url={URL} icon={null} />);
    expect(container.textContent).toBe('S');
  });
});

describe('the title of a link', () => {
  const site = { title: 'Of the page', icon_url: null, picture_url: null };
  const shown = (title: string, ofPage: typeof site | null) => {
    const { container } = render(<LinkTitle link={{ title, site: ofPage }} own="own" ofSite="of-site" />);
    const found = container.querySelector('bdi');
    return found && [found.textContent, found.className];
  };

  it("is its owner's, or else its page's", () => {
    expect(shown('Mine', site)).toEqual(['Mine', 'own']);
    expect(shown('', site)).toEqual(['Of the page', 'of-site']);
    expect(shown('', { ...site, title: '' })).toBeNull();
    expect(shown('', null)).toBeNull();
  });
});
