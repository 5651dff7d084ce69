import { beforeAll, expect, it } from '@jest/globals';
import { withTexts } from '@linkway/kit/i18n';
import { renderPage, serveApi, startApp } from '@linkway/kit/testing';
import { screen } from '@testing-library/react';
import '../tab';
import { type ConditionRow, emptyCondition } from './rule-rows';
import { useRuleWords } from './rule-words';

const conditions: Partial<ConditionRow>[] = [
  { kind: 'device', values: ['mobile'] },
  { kind: 'query', name: 'ref', op: 'is', value: 'mail' },
  { kind: 'query', name: 'ref', op: 'present', is_not: true },
  { kind: 'referrer', values: ['example.com'] },
  { kind: 'referrer', none: true, is_not: true },
  { kind: 'visit_number', at_least: '3' },
  { kind: 'visit_number', at_most: '5', is_not: true },
  { kind: 'visit_number', at_least: '2', at_most: '2' },
];

function Words() {
  const { condition } = useRuleWords();
  return (
    <ul>
      {conditions.map((one) => (
        <li key={JSON.stringify(one)}>{condition({ ...emptyCondition, ...one })}</li>
      ))}
    </ul>
  );
}

beforeAll(() => startApp());

it('says each kind of condition as people do', async () => {
  serveApi({});
  await withTexts('create', async () => ({ default: Words }))();
  renderPage(<Words />);
  const said = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(said).toEqual([
    'the device is phone',
    'the parameter ref is equal to mail',
    'there is no parameter ref',
    'the visitor comes from example.com',
    'the visitor comes from a site',
    'it is visit 3 or a later one',
    'it comes after visit 5',
    'it is visit 2',
  ]);
});
