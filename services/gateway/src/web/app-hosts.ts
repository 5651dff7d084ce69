import { isIP } from 'node:net';
import { AppError } from '@linkway/platform';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { pathOf } from '../http/request-target.js';
import { isNear } from '../http/unseen-proxy.js';
import { isOfRedirect, isPage } from './pages.js';
import { sendPlainPage } from './plain-page.js';
import { unknownHostText } from './unknown-host-text.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Names of this machine alone. */
export const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/;
/** They open no session and tell nothing of anybody; probes ask by address. */
const EVERYWHERE = new Set(['/healthz', '/readyz', '/robots.txt']);

type Config = Pick<GatewayConfig, 'PUBLIC_URL' | 'APP_HOSTS' | 'REDIRECT_URL'>;

/**
 * Short links work under every name, the app and the API under known ones only. Anybody's name may lead to this machine:
 * under it the browser would send our cookies to every program on the machine (cookies know no ports), or run another
 * site's page as if it were ours. Where the app is at a loopback address, it is there under one name, for the same reason.
 */
export function keepToAppHosts(instance: FastifyInstance, config: Config): void {
  const own = config.PUBLIC_URL ? new URL(config.PUBLIC_URL) : null;
  const known = new Set([...(own ? [nameOf(own.host)] : []), ...config.APP_HOSTS.map(nameOfSetting)]);
  const oneLoopbackName = own !== null && LOOPBACK.test(own.hostname);
  instance.addHook('onRequest', (request, reply, done) => {
    const name = nameOf(request.host);
    if (known.has(name) || isForAnyHost(request, config.REDIRECT_URL !== '')) done();
    else if (LOOPBACK.test(name)) {
      if (oneLoopbackName) leadTo(own, request, reply, done);
      else done();
    } else if (isOurAddress(name, request)) done();
    else refuse(name, own, request, reply, done);
  });
}

/**
 * By name alone: a development server in front of the app has a port of its own. A dot at the end makes no other name. Empty
 * where it is no host, such as `user@host` or `host/path`, of which a URL would have one.
 */
function nameOf(host: string): string {
  if (/[\s@/\\?#]/.test(host) || !URL.canParse(`http://${host}`)) return '';
  return new URL(`http://${host}`).hostname.replace(/\.$/, '');
}

/** Throws where nobody could ever ask for it, such as an address with its scheme: the service would refuse its own users. */
function nameOfSetting(entry: string): string {
  const name = nameOf(entry);
  if (name === '' || /^https?$/.test(name))
    throw new Error(`APP_HOSTS takes names without scheme and path, and not ${entry}`);
  return name;
}

function isForAnyHost(request: FastifyRequest, passesOn: boolean): boolean {
  const path = pathOf(request);
  return EVERYWHERE.has(path) || (passesOn && isOfRedirect(path));
}

/** This machine's own address in a private network, as a phone beside it asks for. No link may lead to such an address. */
function isOurAddress(name: string, { socket }: FastifyRequest): boolean {
  const address = name.replace(/^\[|\]$/g, '');
  return isIP(address) !== 0 && address === socket.localAddress?.replace(/^::ffff:/i, '') && isNear(address);
}

function leadTo(own: URL, request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void {
  if (isPage(pathOf(request)) && SAFE_METHODS.has(request.method)) {
    void reply.redirect(`${own.origin}${request.url}`);
  } else if (!SAFE_METHODS.has(request.method) && request.headers.origin !== undefined && isApi(request)) {
    // Of a browser: no session begins here. A program that is none may call it what it likes.
    done(new AppError('request.origin_forbidden'));
  } else done();
}

function refuse(
  name: string,
  own: URL | null,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  if (isApi(request) || !SAFE_METHODS.has(request.method)) done(new AppError('request.host_unknown', { host: name }));
  else sendPlainPage(request, reply, 421, (locale) => unknownHostText(locale, name, own?.origin ?? null));
}

// By the route and not by the address, which may be written in several ways (`/%61pi/links`).
const isApi = (request: FastifyRequest): boolean => /^\/api(\/|$)/.test(request.routeOptions.url ?? '');
