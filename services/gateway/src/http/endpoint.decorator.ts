import { type EndpointContract, type HttpMethod, permissionForKeys } from '@linkway/contracts';
import {
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  Req,
  RequestMapping,
  RequestMethod,
  Res,
  SetMetadata,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { z } from 'zod';
import type { ApiReply, ApiRequest, EndpointParts } from './api-request.js';

export const ENDPOINT = 'linkway:endpoint';

export type EndpointInput<C> =
  C extends EndpointContract<infer P, infer Q, infer B, z.ZodType, infer H>
    ? { params: z.output<P>; query: z.output<Q>; headers: z.output<H>; body: z.output<B> }
    : never;
export type EndpointOutput<C> =
  C extends EndpointContract<z.ZodObject, z.ZodObject, z.ZodType, infer R> ? z.input<R> : never;

type Handler<C extends EndpointContract> = (
  input: EndpointInput<C>,
  request: ApiRequest,
  reply: ApiReply,
) => Promise<EndpointOutput<C>>;

const methods: Record<HttpMethod, RequestMethod> = {
  get: RequestMethod.GET,
  post: RequestMethod.POST,
  put: RequestMethod.PUT,
  patch: RequestMethod.PATCH,
  delete: RequestMethod.DELETE,
};

const ParsedInput = createParamDecorator(
  (_: unknown, context: ExecutionContext): EndpointParts => context.switchToHttp().getRequest<ApiRequest>().input,
);

/**
 * Makes a method the handler of an operation of the API: its path, who may call it, the status of success, and the
 * parsing of input and output all come from the contract. The method gets (input, request, reply).
 */
export function Endpoint<C extends EndpointContract>(contract: C) {
  return <H extends Handler<C>>(target: object, key: string, descriptor: TypedPropertyDescriptor<H>): void => {
    RequestMapping({ method: methods[contract.method], path: routePath(contract.path) })(target, key, descriptor);
    HttpCode(contract.success.status)(target, key, descriptor);
    SetMetadata(ENDPOINT, contract)(target, key, descriptor);
    const { tag, auth, scopes, upload, success } = contract;
    RouteConfig({
      tag,
      auth,
      keyPermission: permissionForKeys(contract),
      ...(scopes && { scopes }),
      goesOn: success.events !== undefined,
      ...(upload && { upload }),
    })(target, key, descriptor);
    ParsedInput()(target, key, 0);
    Req()(target, key, 1);
    Res({ passthrough: true })(target, key, 2);
  };
}

/** `/api/links/{id}` as the router writes it. */
export const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
