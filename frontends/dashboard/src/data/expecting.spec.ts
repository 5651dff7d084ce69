import { expect, it } from '@jest/globals';
import { ApiProblem } from '@linkway/kit/api';
import { expecting } from './expecting';

const refusal = (field: string, code = 'request.field_unknown') =>
  new ApiProblem({ code: 'request.invalid', status: 400, detail: '', errors: [{ field, code, detail: '' }] });

/** What is sent of a change, while the first answer is `refused`. */
async function sentOf(change: { title: string; expected?: object }, refused: unknown): Promise<object[] | 'thrown'> {
  const sent: object[] = [];
  const send = async (body: object) => {
    sent.push(JSON.parse(JSON.stringify(body)));
    if (sent.length === 1) throw refused;
  };
  return expecting(change, send).then(
    () => sent,
    (error) => {
      expect(error).toBe(refused);
      expect(sent).toHaveLength(1);
      return 'thrown' as const;
    },
  );
}

it('is sent once more where the field alone is not known, and without it', async () => {
  const change = { title: 'One', expected: { title: 'Two' } };
  expect(await sentOf(change, refusal('expected'))).toEqual([change, { title: 'One' }]);
});

it.each([
  ['another field is not known', { title: 'One', expected: {} }, refusal('title')],
  ['what is expected is wrong', { title: 'One', expected: {} }, refusal('expected', 'request.field_invalid')],
  ['nothing was expected', { title: 'One' }, refusal('expected')],
  ['it is refused otherwise', { title: 'One', expected: {} }, new Error('away')],
])('fails as it was refused where %s', async (_why, change, refused) => {
  expect(await sentOf(change, refused)).toBe('thrown');
});
