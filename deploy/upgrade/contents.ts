import { setTimeout as delay } from 'node:timers/promises';
import { ApiSession } from '@linkway/local/api-session';

/** A link of a fixture and what it must do in every later release. */
export interface KeptLink {
  readonly id: string;
  readonly code: string;
  /** What the answers were, by user agent, and are to be. */
  readonly answers: readonly { agent: 'desktop' | 'phone'; status: number; location: string | null }[];
  readonly password: string | null;
  /** Null: a guest's, whose clicks nobody can ask for. */
  readonly clicks: number | null;
}

/** What a data folder of a former release holds, kept beside it. */
export interface Contents {
  readonly release: string;
  readonly account: { readonly email: string; readonly password: string };
  /** Cookies of a session that was open when the release stopped. */
  readonly session: Record<string, string>;
  readonly links: readonly KeptLink[];
  /** What makes its times those of today. */
  readonly renewals: readonly { readonly database: string; readonly statement: string }[];
}

export const agents = {
  desktop:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
};

export interface Answer {
  readonly status: number;
  readonly location: string | null;
}

export async function visit(web: string, code: string, agent: keyof typeof agents, password?: string): Promise<Answer> {
  const response = await fetch(`${web}/${code}`, {
    redirect: 'manual',
    headers: { 'user-agent': agents[agent] },
    ...(password === undefined ? {} : { method: 'POST', body: new URLSearchParams({ password }) }),
  });
  await response.arrayBuffer();
  return { status: response.status, location: response.headers.get('location') };
}

/** Polls until `ask` answers what is wanted; answers what it said last. */
export async function eventually<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer) || Date.now() > deadline) return answer;
    await delay(100);
  }
}

export async function clicksOf(session: ApiSession, id: string): Promise<number> {
  const { total } = await session
    .send<{ total: number }>('GET', `/api/links/${id}/analytics?kind=all`)
    .catch(() => ({ total: -1 }));
  return total;
}
