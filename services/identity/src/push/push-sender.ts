import { isIP } from 'node:net';
import { CONFIG, type GuardedAnswer, GuardedError, guardedRequest, leadsNowhere } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import webPush from 'web-push';
import type { IdentityConfig } from '../config.js';
import type { VapidKeys } from './push-keys.js';

/** Shorter than the lease of a push. */
const SEND_MS = 10_000;
const MOST_SECONDS_ASKED = 3_600;
/** Beside what is wrong with the push service itself: the request took too long, came too early, or is one too many. */
const LATER = [408, 425, 429];

export interface OutgoingPush {
  endpoint: string;
  p256dh: string;
  auth: string;
  payload: string;
  /** For so long the push service keeps it for a browser that is off. */
  ttlSeconds: number;
}

/**
 * `taken`: the push service has it; `gone`: the browser takes none any more; `refused`: this one is never taken; `again`: later, in so many seconds
 * where it says so; `away`: there was no answer. `isAnswer`: there was one.
 */
export type Sent = { reason: string; isAnswer?: boolean } & (
  | { outcome: 'taken' | 'gone' | 'refused' | 'away' }
  | { outcome: 'again'; afterSeconds: number | null }
);

/** Hands a push to the push service of a browser, encrypted for that browser alone (RFC 8030, 8188, 8291, 8292). */
@Injectable()
export class PushSender {
  private readonly subject: string;

  constructor(@Inject(CONFIG) private readonly config: IdentityConfig) {
    this.subject = subjectOf(config.PUBLIC_URL);
  }

  /** Throws nothing: whatever happens is an outcome. */
  async send(push: OutgoingPush, keys: VapidKeys, signal: AbortSignal): Promise<Sent> {
    try {
      return outcomeOf(
        await guardedRequest(push.endpoint, {
          ...this.requestOf(push, keys),
          method: 'POST',
          timeoutMs: SEND_MS,
          // Its status says all: what else it has to say is not read.
          maxBytes: 0,
          allowPrivate: this.config.PUSH_PRIVATE_SERVICES,
          ca: this.config.PUSH_CA,
          signal,
        }),
      );
    } catch (error) {
      return failureOf(error);
    }
  }

  private requestOf({ endpoint, p256dh, auth, payload, ttlSeconds }: OutgoingPush, vapid: VapidKeys) {
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject: this.subject, ...vapid },
      contentEncoding: 'aes128gcm',
      TTL: ttlSeconds,
    });
    // How long it is the request says itself.
    const own = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-length');
    return { headers: Object.fromEntries(own), body };
  }
}

function outcomeOf({ status, headers }: GuardedAnswer): Sent {
  const answer = { reason: String(status), isAnswer: true };
  if (status >= 200 && status < 300) return { ...answer, outcome: 'taken' };
  if (status === 404 || status === 410) return { ...answer, outcome: 'gone' };
  if (!LATER.includes(status) && status < 500) return { ...answer, outcome: 'refused' };
  const seconds = Number(headers['retry-after']);
  const afterSeconds = seconds > 0 ? Math.min(seconds, MOST_SECONDS_ASKED) : null;
  return { ...answer, outcome: 'again', afterSeconds };
}

function failureOf(error: unknown): Sent {
  // It could not be made, which says nothing of its push service.
  if (!(error instanceof GuardedError)) return { outcome: 'again', reason: 'unsendable', afterSeconds: null };
  const { failure } = error;
  const leadsWrong = failure === 'address_private' || failure === 'address_refused' || leadsNowhere(error);
  return { outcome: leadsWrong ? 'refused' : 'away', reason: failure };
}

/** How a push service reaches the operator: it must be https or mailto, and no host of a single machine. */
const subjectOf = (publicUrl: string): string => {
  const { protocol, origin, hostname } = new URL(publicUrl);
  return protocol === 'https:'
    ? origin
    : `mailto:admin@${isIP(hostname) === 0 && hostname.includes('.') ? hostname : 'linkway.example'}`;
};
