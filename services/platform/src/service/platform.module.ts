import { type DynamicModule, Global, Module } from '@nestjs/common';
import { type BaseConfig, CONFIG } from '../config/service-config.js';
import { EventPublisher } from '../events/event-publisher.js';
import { EventTail } from '../events/event-tail.js';
import { StreamKeeper } from '../events/stream-keeper.js';
import { Health } from '../health/health.js';
import { readinessControllers } from '../health/readiness.controller.js';
import { AppLogger } from '../log/logger.js';
import { Metrics } from '../metrics/metrics.js';
import { NatsService } from '../nats/nats.service.js';
import { RpcClient } from '../rpc/rpc-client.js';
import { Signals } from '../signals/signals.js';
import { Tracing } from '../telemetry/tracing.js';
import { SilentStores } from './silent-stores.js';
import { SERVICE_NAME } from './tokens.js';

/** What a running service has before its own modules are made. */
export interface ServiceParts {
  name: string;
  config: BaseConfig;
  logger: AppLogger;
  tracing: Tracing;
  metrics: Metrics;
  health: Health;
  stores: SilentStores;
  nats: NatsService;
  rpc: RpcClient;
  publisher: EventPublisher;
  tail: EventTail;
  streams: StreamKeeper;
  signals: Signals;
}

/** Makes the platform's objects injectable everywhere in a service. */
@Global()
@Module({})
export class PlatformModule {
  static of(parts: ServiceParts): DynamicModule {
    const providers = [
      { provide: SERVICE_NAME, useValue: parts.name },
      { provide: CONFIG, useValue: parts.config },
      { provide: AppLogger, useValue: parts.logger },
      { provide: Tracing, useValue: parts.tracing },
      { provide: Metrics, useValue: parts.metrics },
      { provide: Health, useValue: parts.health },
      { provide: SilentStores, useValue: parts.stores },
      { provide: NatsService, useValue: parts.nats },
      { provide: RpcClient, useValue: parts.rpc },
      { provide: EventPublisher, useValue: parts.publisher },
      { provide: EventTail, useValue: parts.tail },
      { provide: StreamKeeper, useValue: parts.streams },
      { provide: Signals, useValue: parts.signals },
    ];
    return {
      module: PlatformModule,
      controllers: readinessControllers(parts.name),
      providers,
      exports: providers.map((provider) => provider.provide),
    };
  }
}
