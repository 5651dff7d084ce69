import { api, asProblem, body, type ChangedLinks, type ChangeLinks } from '@linkway/kit/api';
import { submissions } from '@linkway/kit/ui/form';

/** Some of a portion that got no answer are tried so often with the same key, so that nothing is done twice. */
const TRIES = 3;

/** Changes one portion of links. Throws what the last try came to. */
export async function sendPortion(request: ChangeLinks): Promise<ChangedLinks> {
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
