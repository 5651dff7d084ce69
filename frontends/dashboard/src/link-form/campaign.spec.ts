import { describe, expect, it } from '@jest/globals';
import { campaignIn, campaignOf, lostWith, withCampaign, withCampaigns } from './campaign';

describe('campaign parameters of an address', () => {
  it('are read as they are meant', () => {
    expect(campaignOf('https://a.example/?x=1&utm_source=spring+sale#utm_source=no', 'utm_source')).toBe('spring sale');
    expect(campaignOf('https://a.example/?utm_term=t%C3%A9t%26', 'utm_term')).toBe('tét&');
    expect(campaignOf('https://a.example/?utm_term=100%', 'utm_term')).toBe('100%');
    expect(campaignOf('https://a.example/?utm_term', 'utm_term')).toBe('');
    expect(campaignOf('https://a.example/', 'utm_term')).toBe('');
  });

  it('are written in their place, and nothing else is touched', () => {
    const url = 'https://a.example/p?b=%7E&utm_source=old&a=1+2&&c#top?x';
    expect(withCampaign(url, 'utm_source', 'new & better')).toBe(
      'https://a.example/p?b=%7E&utm_source=new%20%26%20better&a=1+2&&c#top?x',
    );
    expect(withCampaign(url, 'utm_source', '')).toBe('https://a.example/p?b=%7E&a=1+2&&c#top?x');
    expect(withCampaign(url, 'utm_medium', 'mail')).toBe(
      'https://a.example/p?b=%7E&utm_source=old&a=1+2&&c&utm_medium=mail#top?x',
    );
  });

  it('come and go without a trace', () => {
    for (const url of ['https://a.example', 'https://a.example/#top', 'https://a.example/?x=1']) {
      const filled = withCampaign(url, 'utm_campaign', 'hè 2026');
      expect(campaignOf(filled, 'utm_campaign')).toBe('hè 2026');
      expect(withCampaign(filled, 'utm_campaign', '')).toBe(url);
    }
    expect(withCampaign('https://a.example/?', 'utm_term', 'x')).toBe('https://a.example/?utm_term=x');
  });

  it('are there once after a change', () => {
    expect(withCampaign('https://a.example/?utm_term=1&utm_term=2', 'utm_term', '3')).toBe(
      'https://a.example/?utm_term=3',
    );
  });

  it('are put in together, and missed where another address takes the place of theirs', () => {
    const url = withCampaigns('https://a.example/?utm_term=old', { utm_source: 'news', utm_medium: '' });
    expect(campaignIn(url)).toEqual({ utm_source: 'news', utm_term: 'old' });
    expect(lostWith(url, 'https://b.example/')).toEqual({ utm_source: 'news', utm_term: 'old' });
    expect(lostWith(url, '')).toEqual({ utm_source: 'news', utm_term: 'old' });
    expect(lostWith(url, 'https://a.example/')).toBeNull();
    expect(lostWith(url, 'https://b.example/?utm_source=own')).toBeNull();
    expect(lostWith('https://a.example/', 'https://b.example/')).toBeNull();
  });
});
