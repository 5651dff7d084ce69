import { expect, it } from '@jest/globals';
import { ApiProblem } from '@linkway/kit/api';
import { expecting } from './expecting';

const change = { title: 'New', expected: { title: 'Old' } };
const refused = (field: string, code: string) =>
  new ApiProblem({ code: 'request.invalid', status: 400, detail: 'Not valid', errors: [{ field, code, detail: '' }] });

/** What is sent where the first answer is a problem. */
async function sentTo(problem: ApiProblem): Promise<{ sent: unknown[]; answer: unknown }> {
  const sent: unknown[] = [];
  const answer = await expecting(change, async (body) => {
    sent.push(JSON.parse(JSON.stringify(body)));
    if (sent.length === 1) throw problem;
    return 'saved';
  }).catch((error: unknown) => error);
  return { sent, answer };
}

it.each(['expected', 'request.expected'])(
  'saves without what is expected where a process of the former release does not know it, as it names it: %s',
  async (field) => {
    expect(await sentTo(refused(field, 'request.field_unknown'))).toEqual({
      sent: [change, { title: 'New' }],
      answer: 'saved',
    });
  },
);

it.each([
  refused('title', 'request.field_unknown'),
  refused('expected', 'request.field_type'),
  new ApiProblem({ code: 'request.changed_meanwhile', status: 409, detail: 'Changed' }),
])('leaves any other refusal as it is', async (problem) => {
  expect(await sentTo(problem)).toEqual({ sent: [change], answer: problem });
});
