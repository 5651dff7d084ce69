import { AppError, CONFIG, Sealing } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { LinksConfig } from '../config.js';

/** Seals the secrets of webhooks. Without ENCRYPTION_KEY there can be none. */
@Injectable()
export class WebhookSecrets {
  private readonly sealing: Sealing | null;

  constructor(@Inject(CONFIG) { ENCRYPTION_KEY, ENCRYPTION_KEY_PREVIOUS }: LinksConfig) {
    this.sealing =
      ENCRYPTION_KEY === ''
        ? null
        : new Sealing({ service: 'links', current: ENCRYPTION_KEY, previous: ENCRYPTION_KEY_PREVIOUS });
  }

  /** Throws `service.unavailable` where this installation keeps no secrets. */
  seal(secret: string, webhookId: string): Buffer {
    if (!this.sealing) throw new AppError('service.unavailable');
    return this.sealing.seal(secret, placeOf(webhookId));
  }

  /** By which what is sealed today names its key; null: nothing is sealed here. */
  get keyId(): Buffer | null {
    return this.sealing?.keyId ?? null;
  }

  /** The same secret, sealed today; null: it cannot be opened. */
  again(sealed: Buffer, webhookId: string): Buffer | null {
    const secret = this.open(sealed, webhookId);
    return secret === null ? null : this.seal(secret, webhookId);
  }

  /** null: the key that sealed it is not known any more. */
  open(sealed: Buffer, webhookId: string): string | null {
    return this.sealing?.open(sealed, placeOf(webhookId)) ?? null;
  }
}

const placeOf = (webhookId: string): string => `webhook ${webhookId}`;
