import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { withTexts } from '@linkway/kit/i18n';
import { problem, type Routes, renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { Form, KitForm } from '@linkway/kit/ui/form';
import { screen, waitFor } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { isolated } from '../data/isolated';
import { CampaignField } from '../link-form/campaign-field';
import { useCampaignOnScreen } from '../pages/campaigns/use-campaigns';
import { aCampaign, namesOf } from '../pages/fixtures';
import '../tab';

const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });

const spring = aCampaign(1, { name: 'Spring', status: 'draft' });
const summer = aCampaign(2, { name: 'عيد', status: 'completed' });
const changed = jest.fn();

function Field({ value }: { value: string | null }) {
  const [form] = Form.useForm<{ campaign_id: string | null }>();
  const { renew } = useCampaignOnScreen();
  return (
    <>
      <KitForm
        form={form}
        initialValues={{ campaign_id: value }}
        onValuesChange={({ campaign_id }) => changed(campaign_id)}
      >
        <CampaignField />
      </KitForm>
      <button type="button" onClick={renew}>
        A campaign was made
      </button>
    </>
  );
}

async function show(routes: Routes, value: string | null = null) {
  const requests = serveApi(routes);
  await withTexts(
    'create',
    withTexts('dashboard', async () => ({ default: Field })),
  )();
  renderPage(<Field value={value} />);
  return {
    field: await screen.findByLabelText('Campaign'),
    asked: () => requests.map(({ url }) => url.replace(/.*api/, '')),
  };
}
const options = (): (string | null)[] =>
  [...document.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent);

beforeAll(() => startApp());
beforeEach(() => void changed.mockClear());

describe('the campaign of a link', () => {
  const routes: Routes = {
    'GET /api/campaign-names': (asked) =>
      namesOf(...(asked.url.includes('search=') ? [summer] : [spring, summer]))(asked),
  };

  it('is found by its name once typing pauses, and told with its status', async () => {
    const { field, asked } = await show(routes);
    expect(asked()).toEqual([]);
    await user.click(field);
    await waitFor(() => expect(options()).toEqual(['SpringDraft', 'عيدCompleted']));
    expect(screen.getByText('عيد').localName).toBe('bdi');
    await user.keyboard('eid');
    await waitFor(() => expect(options()).toEqual(['عيدCompleted']));
    expect(asked()).toEqual(['/campaign-names?limit=20', '/campaign-names?limit=20&search=eid']);
    await user.click(screen.getByTitle(`${isolated('عيد')} · Completed`));
    expect(changed).toHaveBeenLastCalledWith(summer.id);
  });

  it('is named also where it is not among the first, and can be taken off', async () => {
    const old = aCampaign(3, { name: 'Of old' });
    const withOld: Routes = {
      'GET /api/campaign-names': (asked) =>
        namesOf(...(asked.url.includes('ids=') ? [old] : asked.url.includes('search=') ? [summer] : [spring, summer]))(
          asked,
        ),
    };
    const { field } = await show(withOld, old.id);
    expect(await screen.findByText(`${isolated('Of old')} · Running`)).toBeTruthy();
    await user.click(field);
    await waitFor(() => expect(options()).toEqual(['No campaign', 'Of oldRunning', 'SpringDraft', 'عيدCompleted']));
    await user.keyboard('eid');
    await waitFor(() => expect(options()).toEqual(['عيدCompleted']));
    await user.click(document.querySelector('.ant-select-clear') as Element);
    expect(changed).toHaveBeenLastCalledWith(null);
    expect(await screen.findByText('No campaign')).toBeTruthy();
  });

  it('is told to be gone where it is, and can be taken off', async () => {
    await show(routes, aCampaign(3).id);
    expect(await screen.findByText('Deleted campaign')).toBeTruthy();
    await user.click(screen.getByLabelText('Campaign'));
    await waitFor(() => expect(options()).toEqual(['No campaign', 'SpringDraft', 'عيدCompleted']));
    await user.click(screen.getByTitle('No campaign'));
    expect(changed).toHaveBeenLastCalledWith(null);
  });

  it('is made first where the workspace has none', async () => {
    let all = [] as (typeof spring)[];
    const { field } = await show({ 'GET /api/campaign-names': (asked) => namesOf(...all)(asked) });
    expect(screen.queryByText('Create a campaign')).toBeNull();
    await user.click(field);
    expect(await screen.findByText('No campaigns yet')).toBeTruthy();
    const first = screen.getByText('Create a campaign');
    expect(first.getAttribute('href')).toBe('/dashboard?tab=campaigns');
    await user.tab();
    all = [spring];
    await user.click(screen.getByText('A campaign was made'));
    await waitFor(() => expect(screen.queryByText('Create a campaign')).toBeNull());
  });

  it('says that nothing matches, and that campaigns could not be loaded', async () => {
    let answer = { body: { data: [spring] } } as ReturnType<typeof problem>;
    const { field } = await show({ 'GET /api/campaign-names': () => answer });
    await user.click(field);
    await waitFor(() => expect(options()).toHaveLength(1));
    answer = { body: { data: [] } };
    await user.keyboard('y');
    expect(await screen.findByText('No campaign matches')).toBeTruthy();
    answer = problem(500, 'service.internal');
    await user.keyboard('x');
    expect(await screen.findByText('Campaigns could not be loaded')).toBeTruthy();
  });
});
