import { describe, expect, it } from '@jest/globals';
import { InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { Tracing } from './tracing.js';

const PARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const TRACE = '0af7651916cd43dd8448eb211c80319c';

function recorded(share?: number) {
  const exporter = new InMemorySpanExporter();
  const tracing = new Tracing('links', 'one', '', [new SimpleSpanProcessor({ exporter })], share);
  return { exporter, tracing };
}

describe('where nobody takes spans', () => {
  const tracing = new Tracing('links', 'one', '');

  it('the id of a trace goes on all the same', async () => {
    await tracing.span(
      'outer',
      async (span) => {
        span.setAttribute('x', 1);
        expect(tracing.traceId()).toBe(TRACE);
        await tracing.span('inner', () => expect(tracing.traceId()).toBe(TRACE));
        expect(tracing.traceparent()).toMatch(new RegExp(`^00-${TRACE}-`));
      },
      { parent: PARENT },
    );
    expect(tracing.traceId()).toBe('');
  });

  it('a trace that begins has an id of its own, also behind a parent that is none', async () => {
    const ids = new Set<string>();
    for (const parent of [null, null, 'nonsense']) {
      await tracing.span(
        'outer',
        () => {
          expect(tracing.traceId()).toMatch(/^[\da-f]{32}$/);
          expect(tracing.traceparent()).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/);
          ids.add(tracing.traceId());
        },
        { parent },
      );
    }
    expect(ids.size).toBe(3);
  });

  it('what fails, fails', async () => {
    await expect(tracing.span('outer', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(
      tracing.span('outer', () => {
        throw new Error('at once');
      }),
    ).rejects.toThrow('at once');
  });
});

describe('where spans are taken', () => {
  it('each is recorded, below its parent', async () => {
    const { exporter, tracing } = recorded();
    await tracing.span('outer', () => tracing.span('inner', () => undefined), { parent: PARENT });
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(['inner', 'outer']);
    expect(new Set(exporter.getFinishedSpans().map((span) => span.spanContext().traceId))).toEqual(new Set([TRACE]));
  });

  it('of those that begin here as many as are wanted, and of others what was decided there', async () => {
    const { exporter, tracing } = recorded(0);
    await tracing.span('none', () => expect(tracing.traceId()).toMatch(/^[\da-f]{32}$/));
    await tracing.span('theirs', () => undefined, { parent: PARENT });
    await tracing.span('not theirs', () => undefined, { parent: PARENT.replace(/01$/, '00') });
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(['theirs']);
  });

  it('those of a trace that came through a service whose are not', async () => {
    const { exporter, tracing } = recorded();
    const through = async (share?: number) => {
      const before = new Tracing('gateway', 'one', '', [], share);
      let carried: string | null = null;
      await before.span('http', () => void (carried = before.traceparent()));
      await tracing.span('rpc', () => undefined, { parent: carried });
    };
    await through();
    expect(exporter.getFinishedSpans()).toHaveLength(1);
    // It is decided once, where the trace begins.
    await through(0);
    expect(exporter.getFinishedSpans()).toHaveLength(1);
  });

  it.each(['00', '01'])('a stranger whose trace has flags %s does not decide whether it is recorded', async (flags) => {
    const parent = PARENT.replace(/01$/, flags);
    const recordedOf = async (share: number) => {
      const { exporter, tracing } = recorded(share);
      await tracing.span('http', () => expect(tracing.traceId()).toBe(TRACE), { parent, isForeign: true });
      return exporter.getFinishedSpans().length;
    };
    expect([await recordedOf(0), await recordedOf(1)]).toEqual([0, 1]);
    const silent = new Tracing('gateway', 'one', '', [], 0);
    await silent.span('http', () => expect(silent.traceparent()).toMatch(new RegExp(`^00-${TRACE}-.*-00$`)), {
      parent,
      isForeign: true,
    });
  });
});
