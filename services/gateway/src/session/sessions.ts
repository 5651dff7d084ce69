import { getSessionRpc, sessionEnded } from '@linkway/contracts';
import { EventTail, RpcClient } from '@linkway/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Session } from '../http/api-request.js';

const KEPT_MS = 5_000;
const KEPT_SESSIONS = 20_000;
// Whom a token belonged to, for counting only: whether it still opens anything is asked every time.
const REMEMBERED_MS = 3_600_000;
// Longer than any answer of identity can be under way.
const ENDED_MS = 60_000;

/**
 * Whose session a token is. Identity is asked at most every few seconds per token; a session that ends anywhere is
 * forgotten here at once, by its event.
 */
@Injectable()
export class Sessions implements OnModuleInit {
  private readonly known = new LRUCache<string, { session: Session | null }>({ max: KEPT_SESSIONS, ttl: KEPT_MS });
  // An answer that identity gave just before the end may arrive after the event.
  private readonly ended = new LRUCache<string, true>({ max: KEPT_SESSIONS, ttl: ENDED_MS });
  private readonly users = new LRUCache<string, string>({ max: KEPT_SESSIONS, ttl: REMEMBERED_MS });
  private generation = 0;

  constructor(
    private readonly rpc: RpcClient,
    private readonly tail: EventTail,
  ) {}

  onModuleInit(): void {
    this.tail.follow([sessionEnded], ({ session_id }) => this.end(session_id)).onGap(() => this.forgetAll());
  }

  /** The session of a token; null when it is unknown, expired or ended. */
  async find(token: string): Promise<Session | null> {
    const known = this.known.get(token);
    const session = known ? known.session : await this.ask(token);
    if (!session || this.ended.has(session.session_id) || Date.parse(session.expires_at) <= Date.now()) return null;
    return session;
  }

  /** The user whose session a token was when it was last asked about, open or not by now; undefined for an unknown token. */
  recentUser(token: string): string | undefined {
    return this.users.get(token);
  }

  end(sessionId: string): void {
    this.ended.set(sessionId, true);
  }

  private async ask(token: string): Promise<Session | null> {
    const { generation } = this;
    const session = await this.rpc.call(getSessionRpc, { session_token: token });
    if (generation === this.generation) this.known.set(token, { session });
    if (session) this.users.set(token, session.user.id);
    return session;
  }

  private forgetAll(): void {
    this.generation += 1;
    this.known.clear();
  }
}
