import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Prometheus metrics of one service; asking twice for the same name gives the same metric. */
export class Metrics {
  readonly registry = new Registry();

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
  }

  /** Process figures (CPU, memory, event loop): once per process, whoever asks first. */
  collectProcess(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  counter<L extends string>(name: string, help: string, labels: readonly L[] = []): Counter<L> {
    return this.once(name, () => new Counter({ name, help, labelNames: [...labels], registers: [this.registry] }));
  }

  gauge<L extends string>(name: string, help: string, labels: readonly L[] = []): Gauge<L> {
    return this.once(name, () => new Gauge({ name, help, labelNames: [...labels], registers: [this.registry] }));
  }

  /** A gauge whose value is read when somebody asks for it. */
  watch(name: string, help: string, read: () => number): void {
    this.once(name, () => {
      const gauge: Gauge = new Gauge({ name, help, registers: [this.registry], collect: () => gauge.set(read()) });
      return gauge;
    });
  }

  /** Buckets are in the unit that the name ends in, seconds by custom. */
  histogram<L extends string>(name: string, help: string, labels: readonly L[] = [], buckets?: number[]): Histogram<L> {
    return this.once(
      name,
      () =>
        new Histogram({
          name,
          help,
          labelNames: [...labels],
          registers: [this.registry],
          ...(buckets ? { buckets } : {}),
        }),
    );
  }

  private once<T>(name: string, make: () => T): T {
    return (this.registry.getSingleMetric(name) as T | undefined) ?? make();
  }
}
