import { AppLogger, CONFIG, GuardedError, guardedRequest } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { LinksConfig } from '../config.js';
import type { Attempt, LeasedDelivery } from './delivery-queue.repository.js';
import { bodyOf, messageIdOf } from './message.js';
import { signedHeaders } from './signature.js';
import { WebhookSecrets } from './webhook-secrets.js';

/** A receiver has so long; shorter than the lease of a delivery. */
const TIMEOUT_MS = 15_000;
/** Of an answer is kept. */
const EXCERPT_BYTES = 1_024;

/** Sends one message once, and says what came of it. */
@Injectable()
export class WebhookSender {
  constructor(
    @Inject(CONFIG) private readonly config: LinksConfig,
    private readonly secrets: WebhookSecrets,
    private readonly logger: AppLogger,
  ) {}

  async send(delivery: LeasedDelivery, signal?: AbortSignal): Promise<Attempt> {
    const secrets = [delivery.secret, ...delivery.former_secrets].flatMap(
      (sealed) => this.secrets.open(sealed, delivery.webhook_id) ?? [],
    );
    if (secrets.length === 0) {
      this.logger.error('the secret of a webhook cannot be read', { webhook_id: delivery.webhook_id });
      return { response_status: null, response_ms: 0, response_excerpt: null, error: 'secret_unreadable' };
    }
    const timestamp = Math.floor(Date.now() / 1_000);
    const began = performance.now();
    const elapsed = () => Math.round(performance.now() - began);
    try {
      const body = bodyOf(delivery, this.config.PUBLIC_SCHEME);
      const answer = await guardedRequest(delivery.url, {
        method: 'POST',
        headers: signedHeaders({ id: messageIdOf(delivery), timestamp, body }, secrets),
        body,
        timeoutMs: TIMEOUT_MS,
        maxBytes: EXCERPT_BYTES,
        allowPrivate: this.config.WEBHOOKS_TO_PRIVATE,
        ca: this.config.WEBHOOK_CA,
        ...(signal && { signal }),
      });
      const { status } = answer;
      return {
        response_status: status,
        response_ms: elapsed(),
        response_excerpt: excerptOf(answer.body),
        error: errorOf(status),
      };
    } catch (error) {
      const isKnown = error instanceof GuardedError;
      // It has its tries as any other, and is not taken again for ever.
      if (!isKnown) this.logger.error('a message to a webhook cannot be made', { delivery_id: delivery.id, error });
      const failure = isKnown ? error.failure : 'unsendable';
      return { response_status: null, response_ms: elapsed(), response_excerpt: null, error: failure };
    }
  }
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirected' : 'status';
}

/** What PostgreSQL can keep of it: no text holds a NUL. */
const excerptOf = (body: Buffer): string => body.toString('utf8').replaceAll('\0', '\uFFFD');
