/** What the page began to ask before its scripts were there (frontends/shell/src/early-asks.js), by path and query. */
interface EarlyAnswer {
  language: string;
  /** Whose it is: it was asked for with this account, or with none (null). */
  account: Promise<string | null>;
  answer: Promise<Response>;
}

declare global {
  interface Window {
    earlyAnswers?: Record<string, EarlyAnswer>;
  }
}

/** A page that was not drawn by then asks for what is so now. */
const KEPT_MS = 20_000;

export function forgetEarlyAnswers(): void {
  window.earlyAnswers = {};
}

/** The answer to a question that was asked already, once; null: it is to be asked. Never another account's. */
export async function takeEarlyAnswer({ headers, url }: Request, account: string | null): Promise<Response | null> {
  const { pathname, search } = new URL(url);
  const path = pathname + search;
  const early = window.earlyAnswers?.[path];
  if (!early) return null;
  delete window.earlyAnswers?.[path];
  if (early.language !== headers.get('Accept-Language') || performance.now() > KEPT_MS) return null;
  try {
    return (await early.account) === account ? await early.answer : null;
  } catch {
    return null;
  }
}
