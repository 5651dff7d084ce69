import { type IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { rootCertificates } from 'node:tls';
import { CONFIG } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import webPush from 'web-push';
import type { IdentityConfig } from '../config.js';
import { publicAddressesOf } from './push-address.js';
import type { VapidKeys } from './push-keys.js';

const MOST_SECONDS_ASKED = 3_600;

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
 * where it says so; `away`: nothing leaves for its push service now.
 */
export type Sent =
  | { outcome: 'taken' | 'gone' | 'refused' | 'away'; reason: string }
  | { outcome: 'again'; reason: string; afterSeconds: number | null };

/** Hands a push to the push service of a browser, encrypted for that browser alone (RFC 8030, 8188, 8291, 8292). */
@Injectable()
export class PushSender {
  private readonly ca: string[] | undefined;
  private readonly anywhere: boolean;
  private readonly subject: string;

  constructor(@Inject(CONFIG) { PUSH_CA, PUSH_PRIVATE_SERVICES, PUBLIC_URL }: IdentityConfig) {
    this.ca = PUSH_CA === '' ? undefined : [...rootCertificates, PUSH_CA];
    this.anywhere = PUSH_PRIVATE_SERVICES;
    this.subject = subjectOf(PUBLIC_URL);
  }

  /** Throws nothing: whatever happens is an outcome. */
  async send(push: OutgoingPush, keys: VapidKeys, signal: AbortSignal): Promise<Sent> {
    try {
      const { hostname } = new URL(push.endpoint);
      const addresses = await publicAddressesOf(hostname, this.anywhere);
      if (!addresses) return { outcome: 'refused', reason: 'address' };
      return outcomeOf(await this.post(push, keys, addresses, signal));
    } catch (error) {
      return { outcome: 'away', reason: (error as { code?: string }).code ?? 'failed' };
    }
  }

  private post(
    push: OutgoingPush,
    vapid: VapidKeys,
    addresses: string[],
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const { endpoint, p256dh, auth, payload, ttlSeconds } = push;
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject: this.subject, ...vapid },
      contentEncoding: 'aes128gcm',
      TTL: ttlSeconds,
    });
    return new Promise((resolve, reject) => {
      const asked = request(
        endpoint,
        // Where it was looked up, and nowhere else; without an agent no connection is kept, nor a redirect followed.
        { method: 'POST', headers, agent: false, lookup: pinnedTo(addresses), signal, ...(this.ca && { ca: this.ca }) },
        (response) => {
          // Its status says all: what else it has to say is not read.
          resolve(response);
          response.destroy();
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  }
}

function pinnedTo(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first] = all;
  return (_host, { all: wantsAll }, done) => {
    if (wantsAll) done(null, all);
    else done(null, first?.address ?? '', first?.family);
  };
}

function outcomeOf({ statusCode: status = 0, headers }: IncomingMessage): Sent {
  const reason = String(status);
  if (status >= 200 && status < 300) return { outcome: 'taken', reason };
  if (status === 404 || status === 410) return { outcome: 'gone', reason };
  if (status !== 429 && status < 500) return { outcome: 'refused', reason };
  const seconds = Number(headers['retry-after']);
  return { outcome: 'again', reason, afterSeconds: seconds > 0 ? Math.min(seconds, MOST_SECONDS_ASKED) : null };
}

/** How a push service reaches the operator: it must be https or mailto, and no host of a single machine. */
const subjectOf = (publicUrl: string): string => {
  const { protocol, origin, hostname } = new URL(publicUrl);
  return protocol === 'https:'
    ? origin
    : `mailto:admin@${isIP(hostname) === 0 && hostname.includes('.') ? hostname : 'linkway.example'}`;
};
