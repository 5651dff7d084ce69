import { createGuestLink, createLink, type EndpointContract, updateLink } from '@linkway/contracts';
import { AppError, MaliciousLinkReporter } from '@linkway/platform';
import { Injectable } from '@nestjs/common';
import { type ApiRequest, sessionCaller } from '../http/api-request.js';
import { valueAt } from '../http/endpoint-input.js';

const OPERATIONS: ReadonlySet<EndpointContract> = new Set<EndpointContract>([createGuestLink, createLink, updateLink]);
/**
 * What runs in the page that it is opened from, stands for a page of its own, or reads the visitor's files. Others are mistakes: an address of
 * mail, or a host with its port, whose name the URL class takes for a scheme.
 */
const HARMFUL: ReadonlySet<string> = new Set(
  ['javascript', 'vbscript', 'data', 'blob', 'filesystem', 'file', 'view-source'].map((scheme) => `${scheme}:`),
);

/**
 * Tells the security centre who wants links by schemes that mean harm. The form of a request is judged here, so the links service, which
 * tells of all others, never hears of these.
 */
@Injectable()
export class MaliciousLinks {
  constructor(private readonly reporter: MaliciousLinkReporter) {}

  /** The request was refused for its form. It counts once, whatever it has of destinations. */
  refused(contract: EndpointContract, request: ApiRequest, error: unknown): void {
    if (!OPERATIONS.has(contract) || !(error instanceof AppError)) return;
    const wrong = error.errors?.filter(({ code }) => code === 'links.url_invalid') ?? [];
    if (wrong.some(({ field }) => hasHarmfulScheme(valueAt(request.body, field))))
      this.reporter.count(callerIn(request), request.ip);
  }
}

const callerIn = ({ apiKey, session }: ApiRequest) => apiKey ?? (session ? sessionCaller(session) : null);

/** As a browser reads it: white space and line ends within are none. */
export function hasHarmfulScheme(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && HARMFUL.has(new URL(value).protocol);
}
