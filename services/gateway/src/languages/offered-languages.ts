import { createHash } from 'node:crypto';
import { builtInLanguages, type OfferedLanguage, offeredLanguagesRpc } from '@linkway/contracts';
import { AppLogger, RpcClient } from '@linkway/platform';
import { Injectable } from '@nestjs/common';

/** Every page asks: a change may take so long to be seen, and whoever keeps the answer adds to that. */
const FRESH_MS = 2_000;

interface Answer {
  readonly data: OfferedLanguage[];
  readonly etag: string;
}

const builtIn = builtInLanguages.map(({ code, name }) => ({ code, name, built_in: true, texts: null }));

/** The languages that pages are offered in. Without the content service they are those that it told of last, and always the built-in ones. */
@Injectable()
export class OfferedLanguages {
  private known: Answer = answerOf(builtIn);
  private askedAt = Number.NEGATIVE_INFINITY;
  private asking: Promise<void> | null = null;

  constructor(
    private readonly rpc: RpcClient,
    private readonly logger: AppLogger,
  ) {}

  async list(): Promise<Answer> {
    if (performance.now() - this.askedAt > FRESH_MS) {
      this.asking ??= this.ask().finally(() => {
        this.asking = null;
      });
      await this.asking;
    }
    return this.known;
  }

  private async ask(): Promise<void> {
    try {
      const { data } = await this.rpc.call(offeredLanguagesRpc, {});
      this.known = answerOf([...builtIn, ...data.map((language) => ({ ...language, built_in: false }))]);
    } catch (error) {
      this.logger.warn('languages as they were told before', { error });
    } finally {
      // Also after a failure: pages do not wait for an outage one by one.
      this.askedAt = performance.now();
    }
  }
}

const answerOf = (data: OfferedLanguage[]): Answer => ({
  data,
  etag: `"${createHash('sha256').update(JSON.stringify(data)).digest('base64url').slice(0, 22)}"`,
});
