import { getExampleLink, getExampleRpc } from '@linkway/contracts';
import { RpcClient } from '@linkway/platform';
import { Controller } from '@nestjs/common';
import { Endpoint, type EndpointOutput } from '../http/endpoint.decorator.js';
import { Clicks } from './clicks.js';

type Answer = EndpointOutput<typeof getExampleLink>;

/** However many look at the first page, the services are asked so often. */
const KEEP_MS = 2_000;

/** The installation's own link, whose clicks the first page shows as they come. */
@Controller()
export class ExampleController {
  private known: { answer: Promise<Answer>; askedAt: number } | null = null;

  constructor(
    private readonly rpc: RpcClient,
    private readonly clicks: Clicks,
  ) {}

  @Endpoint(getExampleLink)
  get(): Promise<Answer> {
    const now = performance.now();
    if (!this.known || now - this.known.askedAt > KEEP_MS) {
      const answer = this.ask();
      this.known = { answer, askedAt: now };
      // What failed is not kept.
      answer.catch(() => {
        if (this.known?.answer === answer) this.known = null;
      });
    }
    return this.known.answer;
  }

  private async ask(): Promise<Answer> {
    const { link } = await this.rpc.call(getExampleRpc, {});
    if (!link) return { link: null };
    const clicksOf = await this.clicks.ofGuests([link]);
    return { link: { short_url: link.short_url, clicks_count: clicksOf && clicksOf(link.id) } };
  }
}
