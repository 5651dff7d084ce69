import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { watchEventLoop } from './event-loop.js';

/** prom-client looks at the event loop all the time, which wakes an idle process: as good as never. */
const NEVER_MS = 2 ** 31 - 1;
/** Where several services run in one process, each of them would look. */
let isProcessCollected = false;

/** A histogram under these labels. `counts`: how many fell under each bound but not the one before; the last one is the rest. */
export interface CountedDurations {
  readonly labels: Record<string, string>;
  readonly counts: ArrayLike<number>;
  readonly sum: number;
}

/** Prometheus metrics of one service; asking twice for the same name gives the same metric. */
export class Metrics {
  readonly registry = new Registry();

  constructor(service: string) {
    this.registry.setDefaultLabels({ service });
  }

  /** Process figures (CPU, memory, event loop): once per process, whoever asks first. */
  collectProcess(): void {
    if (isProcessCollected) return;
    isProcessCollected = true;
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: NEVER_MS });
    watchEventLoop(this.registry);
  }

  counter<L extends string>(name: string, help: string, labels: readonly L[] = []): Counter<L> {
    return this.once(name, () => new Counter({ name, help, labelNames: [...labels], registers: [this.registry] }));
  }

  /** A counter of what is counted elsewhere, where counting has to be cheap: `take` adds what came since it was asked last. */
  countedElsewhere<L extends string>(
    name: string,
    help: string,
    labels: readonly L[],
    take: (counter: Counter<L>) => void,
  ): Counter<L> {
    return this.once(name, () => {
      const registers = [this.registry];
      const counter: Counter<L> = new Counter({
        name,
        help,
        labelNames: [...labels],
        registers,
        collect: () => take(counter),
      });
      return counter;
    });
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

  /** A histogram that is counted elsewhere, where counting has to be cheap; read when somebody asks for it. */
  watchHistogram(name: string, help: string, bounds: readonly number[], read: () => readonly CountedDurations[]): void {
    const values = () => read().flatMap((series) => valuesOf(name, bounds, series));
    const metric = { name, help, type: 'histogram', aggregator: 'sum', reset: () => undefined };
    // All that the registry needs of a metric; prom-client's own histogram takes observations one by one.
    const readable = { ...metric, get: async () => ({ ...metric, values: values() }) };
    this.once(name, () => {
      this.registry.registerMetric(readable as unknown as Histogram);
      return readable;
    });
  }

  private once<T>(name: string, make: () => T): T {
    return (this.registry.getSingleMetric(name) as T | undefined) ?? make();
  }
}

function valuesOf(name: string, bounds: readonly number[], { labels, counts, sum }: CountedDurations) {
  let total = 0;
  const buckets = [...bounds, '+Inf'].map((le, index) => {
    total += counts[index] ?? 0;
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: total };
  });
  return [
    ...buckets,
    { metricName: `${name}_sum`, labels, value: sum },
    { metricName: `${name}_count`, labels, value: total },
  ];
}
