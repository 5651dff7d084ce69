import { beforeAll, describe, expect, it } from '@jest/globals';
import type { AbTestResults } from '@linkway/kit/api';
import { setLanguage } from '@linkway/kit/i18n';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { act, screen, within } from '@testing-library/react';
import Tab from '../../tab';
import { aLink, statistics } from '../fixtures';

const since = '2026-11-18T08:00:00.000Z';
const ab_test = {
  url_b: 'https://example.com/other',
  percent_b: 30,
  sticky: false,
  goal_link_id: aLink(5).id,
  since,
};
const link = aLink(4, { ab_test });
const results: AbTestResults = {
  since,
  from: since,
  to: '2026-11-20T12:00:00.000Z',
  goal_link_id: ab_test.goal_link_id,
  goal: { short_url: 'http://lnk.test/buy', title: 'Buy' },
  variants: [
    {
      variant: 'a',
      url: link.original_url,
      percent: 70,
      clicks: 900,
      people: 800,
      conversions: 80,
      rate: 0.1,
    },
    { variant: 'b', url: ab_test.url_b, percent: 30, clicks: 410, people: 400, conversions: 60, rate: 0.15 },
  ],
  uplift: 0.5,
  p_value: 0.0104,
  verdict: 'b_better',
  least_people: 100,
};
const none = results.variants.map((variant) => ({ ...variant, clicks: 0, people: 0, conversions: 0, rate: null }));

function show(answer: Routes[string], of = link): void {
  serveApi({
    [`GET /api/links/${of.id}/analytics`]: { body: statistics },
    [`GET /api/links/${of.id}`]: { body: of },
    [`GET /api/links/${of.id}/ab-test`]: answer,
  });
  renderPage(<Tab tab="analytics" />, { path: `/dashboard?tab=analytics&link=${of.id}` });
}
const panel = async () => within(await screen.findByRole('region', { name: 'A/B test' }));
const verdict = async () => (await (await panel()).findByRole('status')).textContent;

beforeAll(() => startApp());

describe('the results of an A/B test', () => {
  it('say which address does better, by how much and how sure that is', async () => {
    show({ body: results });
    expect(await verdict()).toBe('B is better50% more people reach the goal with B than with A. Confidence: 99%.');
    const cards = (await panel()).getAllByRole('listitem');
    expect(cards.map((card) => card.textContent)).toEqual([
      'A example.com/page-410% reached the goalPeople800Clicks900Reached the goal8070% of those who take part are led here',
      'B example.com/other15% reached the goalPeople400Clicks410Reached the goal6030% of those who take part are led here',
    ]);
    expect((await panel()).getByText(/Goal: lnk.test\/buy/)).toBeTruthy();
    await act(() => setLanguage('vi'));
    expect(await screen.findByText('B hiệu quả hơn')).toBeTruthy();
    await act(() => setLanguage('en'));
  });

  it.each<[Partial<AbTestResults>, string]>([
    [
      { verdict: 'a_better', uplift: -0.25, p_value: 1e-9 },
      'A is better25% fewer people reach the goal with B than with A. Confidence: 99.9%.',
    ],
    [
      { verdict: 'no_difference', uplift: 0.02, p_value: 0.466 },
      'No difference to be told yetChance alone makes such a difference in 46.6% of cases.',
    ],
    [
      { verdict: 'not_enough', uplift: null, p_value: null },
      'Not enough visits yetEach address needs 100 people or more, and some who reach the goal. Wait before you decide.',
    ],
    [
      { verdict: 'no_goal', uplift: null, p_value: null, goal_link_id: null, goal: null },
      'Choose a goal in the link’s settings to learn which address does better',
    ],
  ])('say no more than they can: %j', async (more, expected) => {
    show({ body: { ...results, ...more } });
    expect(await verdict()).toBe(expected);
  });

  it('say that nobody took part yet', async () => {
    show({ body: { ...results, variants: none, verdict: 'not_enough', uplift: null, p_value: null } });
    expect(await (await panel()).findByText(/Nobody took part yet/)).toBeTruthy();
    expect((await panel()).queryByRole('status')).toBeNull();
  });

  it('keep what was counted of a goal that is gone', async () => {
    show({ body: { ...results, goal: null } });
    expect(await (await panel()).findByText(/The goal link was deleted/)).toBeTruthy();
    expect((await panel()).getByText('B is better')).toBeTruthy();
  });

  it('say what is wrong, and can be asked for again', async () => {
    show(problem(503, 'service.unavailable'));
    const alert = await (await panel()).findByRole('alert');
    expect(within(alert).getByRole('button', { name: /again/i })).toBeTruthy();
  });

  it('are not there of a link without a test', async () => {
    show({ body: results }, aLink(6));
    expect(await screen.findByRole('region', { name: 'Visits that led nowhere' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'A/B test' })).toBeNull();
  });
});
