import type { LoggerService } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import { type Logger, pino } from 'pino';
import type { BaseConfig } from '../config/service-config.js';

export type LogFields = Record<string, unknown>;

/**
 * JSON lines with service, instance and trace id. Fields are for ids, codes and counts: no payloads, no personal data.
 * Also serves as Nest's own logger.
 */
export class AppLogger implements LoggerService {
  private constructor(private readonly sink: Logger) {}

  static create(service: string, instance: string, config: BaseConfig): AppLogger {
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
    const destination = config.LOG_FILE ? { dest: config.LOG_FILE, append: true, mkdir: true } : { dest: 1 };
    return new AppLogger(pino(options, pino.destination({ ...destination, sync: true })));
  }

  info(message: string, fields: LogFields = {}): void {
    this.sink.info(fields, message);
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

  // Nest passes (message, stack?, context?) as loose strings; ours are (message, fields) with an `error` among the fields.
  private nest(
    level: 'info' | 'warn' | 'error' | 'debug' | 'trace' | 'fatal',
    message: unknown,
    rest: unknown[],
  ): void {
    const fields: LogFields = {};
    for (const item of rest) {
      if (item instanceof Error) fields.error = errorFields(item);
      else if (typeof item === 'object' && item !== null) Object.assign(fields, item);
      else if (typeof item === 'string') fields[item.includes('\n') ? 'stack' : 'context'] = item;
    }
    if (fields.error instanceof Error) fields.error = errorFields(fields.error);
    if (message instanceof Error) this.sink[level]({ ...fields, error: errorFields(message) }, message.message);
    else this.sink[level](fields, String(message));
  }
}

function errorFields(error: Error): LogFields {
  const code = (error as NodeJS.ErrnoException).code;
  return { name: error.name, message: error.message, stack: error.stack, ...(code === undefined ? {} : { code }) };
}
