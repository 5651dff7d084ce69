import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, type Registry } from 'prom-client';

/** The event loop is looked at this often, and the figures of its lag are no less than that. */
const LOOK_EVERY_MS = 100;
/** Each look wakes an idle process: none is taken once nobody has asked for so long. */
const ASKED_MS = 180_000;

type IntervalHistogram = ReturnType<typeof monitorEventLoopDelay>;

const FIGURES: Record<string, (lag: IntervalHistogram) => number> = {
  min: (lag) => lag.min,
  max: (lag) => lag.max,
  mean: (lag) => lag.mean,
  stddev: (lag) => lag.stddev,
  p50: (lag) => lag.percentile(50),
  p90: (lag) => lag.percentile(90),
  p99: (lag) => lag.percentile(99),
};

/**
 * `nodejs_eventloop_lag_*_seconds`: the delays of the event loop since they were asked for last. prom-client measures its own of these names whether
 * anybody asks or not; they are replaced. The first answer after a while in which nobody asked has zeros.
 */
export function watchEventLoop(registry: Registry): void {
  let lag: IntervalHistogram | null = null;
  let forgetting: NodeJS.Timeout | undefined;
  const forget = () => {
    lag?.disable();
    lag = null;
  };
  const collect = () => {
    clearTimeout(forgetting);
    forgetting = setTimeout(forget, ASKED_MS).unref();
    for (const { gauge, read } of gauges) gauge.set(lag && lag.count > 0 ? read(lag) / 1e9 : 0);
    if (lag) lag.reset();
    else lag = begin();
  };
  const gauges = Object.entries(FIGURES).map(([figure, read], index) => {
    const name = `nodejs_eventloop_lag_${figure}_seconds`;
    registry.removeSingleMetric(name);
    const help = `Delays of the event loop: ${figure}`;
    // Asked in this order: the first reads for all.
    const gauge = new Gauge({ name, help, registers: [registry], ...(index === 0 ? { collect } : {}) });
    return { gauge, read };
  });
}

function begin(): IntervalHistogram {
  const lag = monitorEventLoopDelay({ resolution: LOOK_EVERY_MS });
  lag.enable();
  return lag;
}
