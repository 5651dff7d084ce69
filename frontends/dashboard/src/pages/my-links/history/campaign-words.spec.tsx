import { beforeAll, expect, it } from '@jest/globals';
import { withTexts } from '@linkway/kit/i18n';
import { renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { screen, waitFor } from '@testing-library/react';
import { isolated } from '../../../data/isolated';
import '../../../tab';
import { aCampaign, namesOf } from '../../fixtures';
import { Differences } from './differences';
import { useWords } from './use-words';

const spring = aCampaign(1, { name: 'Spring' });
const summer = aCampaign(2, { name: 'Summer' });
const gone = [aCampaign(3).id, aCampaign(4).id] as const;

function Planned({ id }: { id: string | null }) {
  const words = useWords();
  return <p>{words.to('campaign_id', id)}</p>;
}
const texts = () =>
  withTexts(
    'create',
    withTexts(
      'my-links',
      withTexts('dashboard', async () => ({ default: Planned })),
    ),
  )();

beforeAll(async () => {
  await startApp();
  await texts();
});

it.each([
  [null, spring.id, `none → ${isolated('Spring')}`],
  [spring.id, summer.id, `${isolated('Spring')} → ${isolated('Summer')}`],
  [summer.id, null, `${isolated('Summer')} → none`],
  [gone[0], spring.id, `Deleted campaign → ${isolated('Spring')}`],
  [gone[0], gone[1], 'changed'],
])('tells campaigns by their names: %s to %s is "%s"', async (before, after, said) => {
  serveApi({ 'GET /api/campaign-names': namesOf(spring, summer) });
  renderPage(<Differences of={[{ field: 'campaign_id', before, after }]} />);
  expect(screen.getByText('Campaign')).toBeTruthy();
  await waitFor(() => expect(screen.getByRole('definition').textContent).toBe(said));
});

it.each([
  [spring.id, isolated('Spring')],
  [gone[0], 'Deleted campaign'],
  [null, 'none'],
])('tells the campaign %s of a planned change as "%s"', async (id, said) => {
  serveApi({ 'GET /api/campaign-names': namesOf(spring) });
  renderPage(<Planned id={id} />);
  expect(await screen.findByText(said)).toBeTruthy();
});
