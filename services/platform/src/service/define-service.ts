import type { RequestListener } from 'node:http';
import type { DynamicModule, InjectionToken, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { SpanProcessor } from '@opentelemetry/sdk-trace';
import type { FastifyServerOptions } from 'fastify';
import type { z } from 'zod';
import type { PositionPace } from '../position/position-keeper.js';
import type { Neighbours } from '../rpc/neighbours.js';
import type { EarlyStop } from './early-stop.js';
import type { BeforeStart, StandIn } from './stand-in.js';
import { startService } from './start.js';

export type Environment = Record<string, string | undefined>;

export interface HttpDefinition<C> {
  /** Options of the Fastify instance, before it is made. */
  fastify?: (config: C) => FastifyServerOptions;
  /** Plugins, hooks and routes that are not controllers'; runs after the modules are there, before listening. */
  configure?: (app: NestFastifyApplication, config: C) => Promise<void> | void;
  /** What looks at each request before `next`, which is Fastify. */
  before?: (app: NestFastifyApplication, next: RequestListener) => RequestListener;
  /** Answers while the service waits for NATS and its database; null: there is nothing to answer with. */
  standIn?: (parts: BeforeStart, config: C) => Promise<StandIn | null>;
}

export interface ServiceDefinition<S extends z.ZodObject = z.ZodObject> {
  name: string;
  config: S;
  module: Type | DynamicModule;
  /** Listens on HOST:PORT; a service without it is reached over NATS only. */
  http?: HttpDefinition<z.output<S>>;
}

export interface StartOptions {
  /** Get every span of the service, beside the configured exporter: for tests. */
  spanProcessors?: SpanProcessor[];
  /** Another pace than the usual one: for tests. */
  positionPace?: PositionPace;
  /** Told how to end the service in order while it starts. */
  early?: EarlyStop;
  /** Services of the same process: they are asked, and ask, without NATS. */
  neighbours?: Neighbours | undefined;
}

export interface RunningService {
  readonly name: string;
  /** Base address of /healthz, /readyz and /metrics. */
  readonly adminUrl: string;
  /** Base address of the service's own HTTP port, if it has one. */
  readonly httpUrl: string | null;
  /** A provider of the service, for tests and the single node. */
  get<T>(token: InjectionToken<T>): T;
  ready(): Promise<boolean>;
  /** Drains and stops: readiness fails first, what is under way is finished. */
  stop(): Promise<void>;
}

export interface Service {
  readonly name: string;
  start(environment: Environment, options?: StartOptions): Promise<RunningService>;
}

/** A service as the single node and its own main file start it. */
export function defineService<S extends z.ZodObject>(definition: ServiceDefinition<S>): Service {
  return {
    name: definition.name,
    start: (environment, options = {}) => startService(definition, environment, options),
  };
}
