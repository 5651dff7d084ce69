import type { ApiSession } from '@linkway/local/api-session';

/** As the dashboard: it asks when it is connected and when it is told of clicks, and not more often than this. */
const PAUSE_MS = 1_000;
const PATIENCE_MS = 30_000;

/** An open analytics page, as far as the API sees one. */
export class OpenPage {
  /** How often statistics were asked for and answered. */
  answers = 0;
  private total = -1;
  private asking = false;
  private wanted = false;
  private changed: () => void = () => undefined;
  private readonly end = new AbortController();
  private readonly session: ApiSession;
  private readonly linkId: string;

  private constructor(session: ApiSession, linkId: string) {
    this.session = session;
    this.linkId = linkId;
  }

  /** Resolves when it is connected and shows its first number. */
  static async open(base: string, session: ApiSession, linkId: string): Promise<OpenPage> {
    const page = new OpenPage(session, linkId);
    const { cookie } = session;
    const response = await fetch(`${base}/api/analytics/live`, { headers: { cookie }, signal: page.end.signal });
    if (response.status !== 200 || !response.body) throw new Error(`the stream was answered ${response.status}`);
    void page.read(response.body).catch(() => undefined);
    page.ask();
    await page.until(0);
    return page;
  }

  close(): void {
    this.end.abort();
  }

  /** Resolves when the page shows at least so many clicks. */
  async until(total: number): Promise<void> {
    const deadline = Date.now() + PATIENCE_MS;
    while (this.total < total) {
      if (Date.now() > deadline) throw new Error(`a page shows ${this.total} clicks in place of ${total}`);
      await Promise.race([
        new Promise<void>((resolve) => (this.changed = resolve)),
        new Promise((resolve) => setTimeout(resolve, 1_000)),
      ]);
    }
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of body) {
      if (decoder.decode(chunk).includes('event: clicks')) this.ask();
    }
  }

  private ask(): void {
    this.wanted = true;
    if (!this.asking) void this.run();
  }

  private async run(): Promise<void> {
    this.asking = true;
    while (this.wanted) {
      this.wanted = false;
      const { total } = await this.session.send<{ total: number }>(
        'GET',
        `/api/links/${this.linkId}/analytics?kind=all`,
      );
      this.answers += 1;
      this.total = total;
      this.changed();
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    this.asking = false;
  }
}
