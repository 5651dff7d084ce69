import { getSessionRpc, sessionChanged, sessionEnded, userChanged } from '@linkway/contracts';
import { atMost, EventTail, RpcClient, type Tail } from '@linkway/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Session } from '../http/api-request.js';

/** A session that this node hears of: its end comes by event. Some time less for each, so that many are not asked about at once. */
const KEPT_MS = 60_000;
const JITTER = 0.25;
/** Without hearing, and for what is no session: what identity said is believed no longer. */
const BELIEVED_MS = 5_000;
const KEPT_SESSIONS = 20_000;
// Whom a token belonged to, for counting only: whether it still opens anything is asked every time.
const REMEMBERED_MS = 3_600_000;
// Longer than any answer of identity can be under way.
const ENDED_MS = 60_000;

interface Known {
  session: Session | null;
  saidAt: number;
  /** Believed no longer, whatever is heard. */
  until: number;
}

/** A question that identity has not answered yet, and what was heard of meanwhile: its answer may be older. */
interface Question {
  /** Of sessions and users. */
  readonly changed: Set<string>;
  isOutdated: boolean;
}

/**
 * Whose session a token is. Identity is asked about each once a minute, which also moves the session's expiry on; a session
 * that ends or becomes somebody else's anywhere is forgotten here at once, by its event, and so is what is known of a user who has changed.
 * While events may be missed nothing is believed for longer than five seconds.
 */
@Injectable()
export class Sessions implements OnModuleInit {
  private readonly known = new LRUCache<string, Known>({
    ...atMost(KEPT_SESSIONS),
    dispose: ({ session }, token) => void (session && this.forgetTokens(session, token)),
  });
  /** Of the sessions that are known, by their ids. */
  private readonly tokens = new Map<string, string>();
  /** The same by whose they are, for a while or by right: most users that change are none of these. */
  private readonly tokensOf = new Map<string, Set<string>>();
  // An answer that identity gave just before the end may arrive after the event. Where so many end that some fall out, none of
  // those under way is kept.
  private readonly ended = new LRUCache<string, true>({
    ...atMost(KEPT_SESSIONS),
    ttl: ENDED_MS,
    dispose: (_ended, _id, reason) => {
      if (reason === 'evict') this.outdateAll();
    },
  });
  private readonly users = new LRUCache<string, string>({ ...atMost(KEPT_SESSIONS), ttl: REMEMBERED_MS });
  private readonly questions = new Set<Question>();
  private following: Tail | null = null;
  private readonly endings: ((sessionId: string) => void)[] = [];

  constructor(
    private readonly rpc: RpcClient,
    private readonly tail: EventTail,
  ) {}

  onModuleInit(): void {
    const heard = ({ session_id, user_id }: { session_id?: string; user_id: string }, { type }: { type: string }) => {
      if (session_id === undefined) this.forgetUser(user_id);
      else if (type === sessionChanged.subject) this.change(session_id);
      else this.end(session_id);
    };
    this.following = this.tail.follow([sessionChanged, sessionEnded, userChanged], heard, { believes: true });
    this.following.onGap(() => this.forgetAll());
  }

  /** The session of a token; null when it is unknown, expired or ended. `ip`: that it is used from just now. */
  async find(token: string, ip?: string): Promise<Session | null> {
    const known = this.known.get(token);
    const session = known && this.isBelieved(known) ? known.session : await this.ask(token, ip);
    if (!session || this.ended.has(session.session_id) || Date.parse(session.expires_at) <= Date.now()) return null;
    return session;
  }

  /** The user whose session a token was when it was last asked about, open or not by now; undefined for an unknown token. */
  recentUser(token: string): string | undefined {
    return this.users.get(token);
  }

  /** Called when a session ends, wherever that was, or becomes somebody else's. */
  onEnd(callback: (sessionId: string) => void): void {
    this.endings.push(callback);
  }

  /** Ends the session of a token, where this node knows it. */
  endByToken(token: string): void {
    const session = this.known.get(token)?.session;
    if (session) this.end(session.session_id);
  }

  end(sessionId: string): void {
    this.ended.set(sessionId, true);
    const token = this.tokens.get(sessionId);
    if (token !== undefined) {
      this.known.delete(token);
      // What goes on coming with it is no longer counted as its owner's.
      this.users.delete(token);
    }
    this.endPages(sessionId);
  }

  /** Asks anew whose session it is, also what is on the way at this moment; the pages that it had open are done. */
  change(sessionId: string): void {
    for (const question of this.questions) question.changed.add(sessionId);
    const token = this.tokens.get(sessionId);
    if (token !== undefined) this.known.delete(token);
    this.endPages(sessionId);
  }

  private endPages(sessionId: string): void {
    for (const ending of this.endings) ending(sessionId);
  }

  private isBelieved({ session, saidAt, until }: Known, now = performance.now()): boolean {
    if (session?.impersonation && Date.parse(session.impersonation.expires_at) <= Date.now()) return false;
    if (now - saidAt < BELIEVED_MS) return true;
    return now < until && session !== null && (this.following?.isHeard() ?? false);
  }

  private async ask(token: string, ip?: string): Promise<Session | null> {
    const question: Question = { changed: new Set(), isOutdated: false };
    const saidAt = performance.now();
    this.questions.add(question);
    let session: Session | null;
    try {
      session = await this.rpc.call(getSessionRpc, { session_token: token, ip, impersonation: true });
    } finally {
      this.questions.delete(question);
    }
    // One that has ended meanwhile would be hidden by its end alone, which is forgotten first.
    if (!isOutdated(question, session) && !(session && this.ended.has(session.session_id))) {
      const until = saidAt + KEPT_MS * (1 - Math.random() * JITTER);
      // From when it was asked: an end in between may be in neither the answer nor the events that are still to come.
      this.known.set(token, { session, saidAt, until });
      if (session) this.keepTokens(session, token);
    }
    if (session) this.users.set(token, session.impersonation?.by.id ?? session.user.id);
    else this.users.delete(token);
    return session;
  }

  /** Whoever it is stays signed in; what is known of them is asked anew, also what is on the way at this moment. */
  forgetUser(userId: string): void {
    for (const question of this.questions) question.changed.add(userId);
    for (const token of this.tokensOf.get(userId) ?? []) {
      const session = this.known.get(token)?.session;
      this.known.delete(token);
      if (session?.impersonation) this.endPages(session.session_id);
    }
  }

  /** As above, of everybody. */
  forgetAll(): void {
    this.outdateAll();
    this.known.clear();
  }

  private outdateAll(): void {
    for (const question of this.questions) question.isOutdated = true;
  }

  private keepTokens(session: Session, token: string): void {
    this.tokens.set(session.session_id, token);
    for (const id of ownersOf(session)) {
      const tokens = this.tokensOf.get(id) ?? new Set();
      this.tokensOf.set(id, tokens.add(token));
    }
  }

  private forgetTokens(session: Session, token: string): void {
    this.tokens.delete(session.session_id);
    for (const id of ownersOf(session)) {
      const tokens = this.tokensOf.get(id);
      tokens?.delete(token);
      if (tokens?.size === 0) this.tokensOf.delete(id);
    }
  }
}

/** Whose it is, be it for a while or by right. */
const ownersOf = ({ user, impersonation }: Session): string[] => [
  user.id,
  ...(impersonation ? [impersonation.by.id] : []),
];

/** That there is no session may be older than whatever was heard of. */
const isOutdated = ({ changed, isOutdated }: Question, session: Session | null): boolean =>
  isOutdated ||
  (session === null ? changed.size > 0 : [session.session_id, ...ownersOf(session)].some((id) => changed.has(id)));
