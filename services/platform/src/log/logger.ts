import type { LoggerService } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import type { BaseConfig } from '../config/service-config.js';
import { LogFile } from './log-file.js';
import { isTransportStatus } from './transport-status.js';

export type LogFields = Record<string, unknown>;
export type LogConfig = Pick<BaseConfig, 'LOG_LEVEL' | 'LOG_FILE' | 'LOG_MAX_BYTES' | 'LOG_KEEP'>;

type Level = 'info' | 'warn' | 'error' | 'debug' | 'trace' | 'fatal';

/** Lines that wait for a slow reader of standard output; beyond it they are dropped. */
const MAX_WAITING_BYTES = 1024 ** 2;

/**
 * JSON lines with service, instance and trace id. Fields are for ids, codes and counts: no payloads, no personal data.
 * Also serves as Nest's own logger. It never throws, whatever the disk does: what cannot be kept is counted (`onLost`),
 * and told once there is room again.
 */
export class AppLogger implements LoggerService {
  /** Hears how many lines were lost; what was lost before it was set is told at once. */
  private listener: ((lines: number) => void) | null = null;
  private uncounted = 0;
  private untold = 0;
  private readonly sink: Logger;

  private constructor(options: LoggerOptions, open: (onLost: () => void) => DestinationStream) {
    this.sink = pino(
      options,
      open(() => this.lose()),
    );
  }

  static create(service: string, instance: string, config: LogConfig): AppLogger {
    const options = {
      level: config.LOG_LEVEL,
      base: { service, instance },
      messageKey: 'message',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level: string) => ({ level }) },
      mixin: () => {
        const span = trace.getActiveSpan()?.spanContext();
        return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
      },
    };
    return new AppLogger(options, (onLost) => (config.LOG_FILE ? fileOf(config, onLost) : standardOutput(onLost)));
  }

  onLost(listener: (lines: number) => void): void {
    this.listener = listener;
    if (this.uncounted > 0) listener(this.uncounted);
    this.uncounted = 0;
  }

  info(message: string, fields: LogFields = {}): void {
    this.emit('info', () => [fields, message]);
  }
  log(message: unknown, ...context: unknown[]): void {
    this.nest('info', message, context);
  }
  warn(message: unknown, ...context: unknown[]): void {
    this.nest('warn', message, context);
  }
  error(message: unknown, ...context: unknown[]): void {
    this.nest('error', message, context);
  }
  debug(message: unknown, ...context: unknown[]): void {
    this.nest('debug', message, context);
  }
  verbose(message: unknown, ...context: unknown[]): void {
    this.nest('trace', message, context);
  }
  fatal(message: unknown, ...context: unknown[]): void {
    this.nest('fatal', message, context);
  }

  private nest(level: Level, message: unknown, rest: unknown[]): void {
    if (isTransportStatus(message, rest)) return;
    this.emit(level, () => {
      const fields = fieldsOf(rest);
      if (message instanceof Error) return [{ ...fields, error: errorFields(message) }, message.message];
      return [fields, String(message)];
    });
  }

  private emit(level: Level, line: () => [LogFields, string]): void {
    const before = this.untold;
    try {
      this.sink[level](...line());
      if (before === 0 || this.untold !== before) return;
      this.untold = 0;
      this.sink.warn({ lines: before }, 'log lines were lost');
    } catch {
      // A value that cannot be read or written as JSON.
      this.lose();
    }
  }

  private lose(): void {
    this.untold += 1;
    if (this.listener) this.listener(1);
    else this.uncounted += 1;
  }
}

function fileOf(config: LogConfig, onLost: () => void): DestinationStream {
  return new LogFile(config.LOG_FILE, { maxBytes: config.LOG_MAX_BYTES, keep: config.LOG_KEEP, onLost });
}

function standardOutput(onLost: () => void): DestinationStream {
  const output = pino.destination({ dest: 1, sync: true, maxLength: MAX_WAITING_BYTES });
  // Without a listener a closed pipe would end the process at its next line.
  output.on('error', onLost);
  output.on('drop', onLost);
  return output;
}

// Nest passes (message, stack?, context?) as loose strings; ours are (message, fields) with an `error` among the fields.
function fieldsOf(rest: unknown[]): LogFields {
  const fields: LogFields = {};
  for (const item of rest) {
    if (item instanceof Error) fields.error = errorFields(item);
    else if (typeof item === 'object' && item !== null) Object.assign(fields, item);
    else if (typeof item === 'string') fields[item.includes('\n') ? 'stack' : 'context'] = item;
  }
  if (fields.error instanceof Error) fields.error = errorFields(fields.error);
  return fields;
}

function errorFields(error: Error): LogFields {
  const code = (error as NodeJS.ErrnoException).code;
  return { name: error.name, message: error.message, stack: error.stack, ...(code === undefined ? {} : { code }) };
}
