/** Of so many addresses. */
const MOST = 30;

/** Last answers, by whose they are, their language and address. A browser keeps none of the API's; these end with the page. */
const kept = new Map<string, { tag: string; text: string }>();

export const forgetAnswers = (): void => kept.clear();

/** Asks for what has changed alone: an answer that is as it was is not sent again. */
export async function unlessKept(request: Request, send: (request: Request) => Promise<Response>): Promise<Response> {
  const { headers, url } = request;
  const key = [headers.get('X-Linkway-Account'), headers.get('Accept-Language'), url].join(' ');
  const known = kept.get(key);
  if (known) headers.set('If-None-Match', known.tag);
  const answer = await send(request);
  if (known && answer.status === 304) {
    return new Response(known.text, { headers: { 'Content-Type': 'application/json' } });
  }
  const tag = answer.ok && answer.headers.get('ETag');
  if (tag) {
    kept.delete(key);
    const text = await answer
      .clone()
      .text()
      .catch(() => null);
    if (text !== null) kept.set(key, { tag, text });
    // One came at most.
    const [oldest = key] = kept.keys();
    if (kept.size > MOST) kept.delete(oldest);
  }
  return answer;
}
