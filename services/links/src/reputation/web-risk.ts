import { CONFIG, guardedRequest } from '@linkway/platform';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { LinksConfig } from '../config.js';
import type { ReputationProvider, Verdict } from './reputation-provider.js';

const TIMEOUT_MS = 5_000;
const MOST_BYTES = 16_384;
const THREATS = ['MALWARE', 'SOCIAL_ENGINEERING', 'UNWANTED_SOFTWARE'] as const;
const NAMES: Readonly<Record<string, string>> = {
  MALWARE: 'malware',
  SOCIAL_ENGINEERING: 'phishing',
  UNWANTED_SOFTWARE: 'unwanted_software',
};

const answerSchema = z.object({
  threat: z
    .object({ threatTypes: z.array(z.string()).default([]), expireTime: z.iso.datetime({ offset: true }).optional() })
    .optional(),
});

/** Google Web Risk, `uris.search` of its first version: https://cloud.google.com/web-risk/docs/reference/rest/v1/uris/search */
@Injectable()
export class WebRisk implements ReputationProvider {
  readonly name = 'web_risk';

  constructor(@Inject(CONFIG) private readonly config: LinksConfig) {}

  get isOn(): boolean {
    return this.config.WEB_RISK_API_KEY !== '';
  }

  async look(address: string, signal: AbortSignal): Promise<Verdict> {
    const url = new URL('/v1/uris:search', this.config.WEB_RISK_URL);
    for (const threat of THREATS) url.searchParams.append('threatTypes', threat);
    url.searchParams.set('uri', address);
    const { status, body, isCut } = await guardedRequest(url.href, {
      scope: 'web',
      allowPrivate: this.config.DESTINATIONS_TO_PRIVATE,
      // Not in the address, which logs on the way would keep.
      headers: { accept: 'application/json', 'x-goog-api-key': this.config.WEB_RISK_API_KEY },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MOST_BYTES,
      signal,
    });
    if (status !== 200 || isCut) throw new Error(`Web Risk answered ${status}`);
    const { threat } = answerSchema.parse(JSON.parse(body.toString('utf8')));
    const [type] = threat?.threatTypes ?? [];
    return {
      threat: type === undefined ? null : (NAMES[type] ?? type.toLowerCase()),
      until: threat?.expireTime === undefined ? null : new Date(threat.expireTime),
    };
  }
}
