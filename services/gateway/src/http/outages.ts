import { AppError, AppLogger } from '@linkway/platform';
import { Injectable } from '@nestjs/common';

/** For the parts of an answer that may be missing: an outage is logged when it starts and when it is over. */
@Injectable()
export class Outages {
  private readonly down = new Set<string>();

  constructor(private readonly logger: AppLogger) {}

  /** What `call` gives, or null while its service cannot be asked. Any other error stays one. */
  async nullDuring<T>(service: string, call: Promise<T>): Promise<T | null> {
    try {
      const value = await call;
      if (this.down.delete(service)) this.logger.info('service answers again', { asked: service });
      return value;
    } catch (error) {
      if (!(error instanceof AppError) || error.status < 500) throw error;
      if (!this.down.has(service))
        this.logger.warn('answering without a service', { asked: service, code: error.code });
      this.down.add(service);
      return null;
    }
  }
}
