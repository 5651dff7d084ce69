export type HealthCheck = () => Promise<void> | void;

export interface HealthReport {
  ready: boolean;
  checks: Record<string, 'ok' | string>;
  /** Failing checks that do not make the service unready; absent where there are none. */
  warnings?: Record<string, string>;
}

const CHECK_TIMEOUT_MS = 2_000;

/** Readiness of one service: all registered checks pass, start-up is over and it is not draining. */
export class Health {
  private readonly checks = new Map<string, HealthCheck>();
  private readonly tolerated: RegExp[] = [];
  private started = false;
  private draining = false;

  register(name: string, check: HealthCheck): void {
    this.checks.set(name, check);
  }

  /** Fails until the name is registered again; what it answers is called with what is waited for. */
  waitFor(name: string): (reason: string) => void {
    let trouble = 'waiting';
    this.register(name, () => {
      throw new Error(trouble);
    });
    return (reason) => {
      trouble = `waiting: ${reason}`;
    };
  }

  /** Checks of these names (whole), whenever they are registered, only warn: the service serves without what they look at. */
  tolerate(...names: RegExp[]): void {
    this.tolerated.push(...names);
  }

  markStarted(): void {
    this.started = true;
  }

  drain(): void {
    this.draining = true;
  }

  async report(): Promise<HealthReport> {
    const entries = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await outcome(check)] as const),
    );
    if (!this.started) entries.push(['start', 'starting']);
    if (this.draining) entries.push(['drain', 'draining']);
    const failed = entries.filter(([, result]) => result !== 'ok');
    const warnings = failed.filter(([name]) => this.isTolerated(name));
    const checks = Object.fromEntries(entries.filter((entry) => !warnings.includes(entry)));
    const ready = failed.length === warnings.length;
    return warnings.length > 0 ? { ready, checks, warnings: Object.fromEntries(warnings) } : { ready, checks };
  }

  private isTolerated(name: string): boolean {
    return this.tolerated.some((pattern) => new RegExp(`^(?:${pattern.source})$`).test(name));
  }
}

async function outcome(check: HealthCheck): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('timed out'), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([Promise.resolve(check()).then(() => 'ok'), late]);
  } catch (error) {
    return error instanceof Error ? error.message : 'failed';
  } finally {
    clearTimeout(timer);
  }
}
