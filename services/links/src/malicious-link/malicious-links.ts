import type { MemberCaller } from '@linkway/contracts';
import { AppError, currentCall, MaliciousLinkReporter } from '@linkway/platform';
import { Injectable } from '@nestjs/common';

/**
 * Refusals of destinations that mean harm where they come again and again: one that reaches into a private network or this machine, one that
 * passes a host off as another, one that leads back to a short link, one that is on the block list. What is incomplete, cannot be read or leads to the app itself is typed
 * or pasted by mistake, and counts as nothing.
 */
const HARMFUL: ReadonlySet<string> = new Set([
  'links.url_private',
  'links.url_credentials',
  'links.url_loop',
  'links.url_blocked',
]);

/** Tells the security centre who wants links that mean harm. */
@Injectable()
export class MaliciousLinks {
  constructor(private readonly reporter: MaliciousLinkReporter) {}

  /** Does `work` of an account; what is answered of it is a refusal that counts, or not. A request counts once, whatever it has of destinations. */
  ofAccount<T>(caller: MemberCaller, work: () => Promise<T>): Promise<T> {
    return this.watch(caller, currentCall().ip, work);
  }

  /** As `ofAccount`, of a guest. */
  ofGuest<T>(ip: string, work: () => Promise<T>): Promise<T> {
    return this.watch(null, ip, work);
  }

  private async watch<T>(caller: MemberCaller | null, ip: string | null, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && HARMFUL.has(error.code)) this.reporter.count(caller, ip);
      throw error;
    }
  }
}
