import { AppError, type AppLogger } from '@linkway/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { pathOf } from '../http/request-target.js';
import { acceptForms, connectRedirect } from '../redirect/redirect-proxy.js';
import { isOfRedirect } from './pages.js';
import { serveWeb } from './web.js';

const READ = ['GET', 'HEAD'];
const OPEN = [...READ, 'POST'];
const OTHERS = ['PUT', 'PATCH', 'DELETE', 'OPTIONS'];

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>;

/** Everything outside the API: the web app where its files are given, short links where the redirect service is. */
export async function serveFront(instance: FastifyInstance, config: GatewayConfig, logger: AppLogger): Promise<void> {
  const page: Answer | null = config.WEB_ROOT ? await serveWeb(instance, config, logger) : null;
  const passOn: Answer | null = config.REDIRECT_URL ? await connectRedirect(instance, config, logger) : null;

  const rest: Answer = (request, reply) => {
    if (!page) throw new AppError('request.not_found');
    if (READ.includes(request.method)) return page(request, reply);
    void reply.header('allow', READ.join(', '));
    throw new AppError('request.method_not_allowed');
  };
  await instance.register(async (scope) => {
    acceptForms(scope);
    const byCode: Answer = (request, reply) =>
      passOn && isOfRedirect(pathOf(request)) ? passOn(request, reply) : rest(request, reply);
    // The second one for codes with a slash at the end, too.
    for (const url of ['/:code', '/*']) scope.route({ method: OPEN, url, exposeHeadRoute: false, handler: byCode });
    const refuse = (request: FastifyRequest, reply: FastifyReply) => {
      if (!passOn || !isOfRedirect(pathOf(request))) return void rest(request, reply);
      void reply.header('allow', OPEN.join(', '));
      throw new AppError('request.method_not_allowed');
    };
    for (const url of ['/:code', '/*']) {
      // Before the body is read: what it holds does not matter here.
      scope.route({ method: OTHERS, url, preParsing: async (request, reply) => refuse(request, reply), handler: rest });
    }
  });
}

/** Methods of a path outside the API: a short link takes its password, too. */
export const frontMethods = (path: string, passesOn: boolean): readonly string[] =>
  passesOn && isOfRedirect(path) ? OPEN : READ;
