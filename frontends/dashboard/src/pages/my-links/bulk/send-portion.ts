import { api, asProblem, body, type ChangedLinks, type ChangeLinks } from '@linkway/kit/api';
import { submissions } from '@linkway/kit/ui/form';
import { expecting } from '../../../data/expecting';

/** Some of a portion that got no answer are tried so often with the same key, so that nothing is done twice. */
const TRIES = 3;

/** Changes one portion of links. Throws what the last try came to. */
export const sendPortion = (request: ChangeLinks): Promise<ChangedLinks> => expecting(request, sendOften);

async function sendOften(request: ChangeLinks): Promise<ChangedLinks> {
  const keys = submissions('bulk_change');
  for (let tries = 1; ; tries += 1) {
    try {
      const header = { 'Idempotency-Key': keys.keyFor(request) };
      const answer = await body(api.POST('/api/links/bulk', { params: { header }, body: request }));
      keys.answered();
      return answer;
    } catch (error) {
      const problem = asProblem(error);
      keys.answered(problem);
      if (tries === TRIES || (problem.status !== 0 && problem.status < 500)) throw problem;
    }
  }
}
