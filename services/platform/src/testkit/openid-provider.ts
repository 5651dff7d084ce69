import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { errors, InteractionResults, interactionPolicy, JWK, default as Provider } from 'oidc-provider';

/** Whom the provider knows: what it says of them. */
export interface Person {
  sub: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
}

export interface OpenIdProviderOptions {
  /** Publishes other keys than it signs with. */
  wrongKeys?: boolean;
}

const CALLBACK = /^https?:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?\/api\/auth\/google\/callback$/;

/**
 * A provider of OpenID Connect on this machine, which speaks the protocol as Google does: discovery, authorization code with PKCE, id tokens
 * that are signed and tell the address. It is at `localhost`, another site than `127.0.0.1`. Whoever comes to it says themselves who they are,
 * as JSON (`Person`), or goes back.
 */
export class OpenIdProvider {
  readonly clientId = 'linkway-test';
  readonly clientSecret = 'a secret of the client, for tests';

  private constructor(
    readonly issuer: string,
    private readonly server: Server,
  ) {}

  static async start({ wrongKeys = false }: OpenIdProviderOptions = {}): Promise<OpenIdProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
    const own = new OpenIdProvider(issuer, server);
    const people = new Map<string, Person>();
    const library = await import('oidc-provider');
    const provider = new library.default(issuer, {
      clients: [
        {
          client_id: own.clientId,
          client_secret: own.clientSecret,
          token_endpoint_auth_method: 'client_secret_post',
          grant_types: ['authorization_code'],
          response_types: ['code'],
          redirect_uris: ['http://127.0.0.1/api/auth/google/callback'],
        },
      ],
      jwks: { keys: [newKey()] },
      cookies: { keys: [randomUUID()] },
      // Google tells them in the id token.
      conformIdTokenClaims: false,
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      ttl: { AccessToken: 600, Grant: 600, IdToken: 3_600, Interaction: 600, Session: 600 },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: {
        policy: policyWithChoice(library.interactionPolicy),
        url: (_ctx, { uid }) => `/interaction/${uid}`,
      },
      findAccount: (_ctx, sub) => {
        const person = people.get(sub);
        return person && { accountId: sub, claims: () => ({ ...person }) };
      },
      loadExistingGrant: async (ctx) => {
        const { client, session } = ctx.oidc;
        const grant = new ctx.oidc.provider.Grant({
          clientId: client?.clientId ?? '',
          accountId: session?.accountId ?? '',
        });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    });
    // The port of what is tested is not known before.
    provider.Client.prototype.redirectUriAllowed = (uri: string) => CALLBACK.test(uri);
    if (wrongKeys) provider.use((ctx, next) => publishOtherKeys(ctx, next));
    server.on('request', answer(provider, people, library.errors));
    return own;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** What a browser of that person does at the provider: answers where it is led back to. `null`: they go back without signing in. */
  async visit(authorizationUrl: string, person: Person | null): Promise<string> {
    const cookies = new Map<string, string>();
    const go = async (url: string, body?: URLSearchParams): Promise<string> => {
      const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
      const init = { redirect: 'manual' as const, headers, ...(body && { method: 'POST', body }) };
      const response = await fetch(url, init);
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
      }
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${url}: ${response.status} ${await response.text()}`);
      const next = new URL(location, url);
      return next.origin === this.issuer && !next.pathname.startsWith('/interaction') ? go(next.href) : next.href;
    };
    const asked = await go(authorizationUrl);
    if (!asked.startsWith(this.issuer)) return asked;
    return go(asked, new URLSearchParams(person ? { person: JSON.stringify(person) } : { cancel: '1' }));
  }
}

function policyWithChoice({ base, Prompt, Check }: typeof interactionPolicy) {
  const policy = base();
  policy.add(
    new Prompt(
      { name: 'select_account', requestable: true },
      new Check('choice', 'it is asked who it is', () => false),
    ),
    0,
  );
  return policy;
}

function newKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' };
}

async function publishOtherKeys(ctx: { path: string; body: unknown }, next: () => Promise<void>): Promise<void> {
  await next();
  if (ctx.path !== '/jwks') return;
  const { kty, n, e, kid, use, alg } = newKey() as Record<string, string>;
  ctx.body = { keys: [{ kty, n, e, kid, use, alg }] };
}

/** The provider's own page, where somebody says who they are; all else is the library's. */
function answer(provider: Provider, people: Map<string, Person>, { OIDCProviderError }: typeof errors) {
  const library = provider.callback();
  return (request: IncomingMessage, response: ServerResponse): void => {
    if (!request.url?.startsWith('/interaction/')) return void library(request, response);
    const work = request.method === 'POST' ? decide(provider, people, request, response) : showPage(response);
    work.catch((error: unknown) => {
      response.statusCode = error instanceof OIDCProviderError ? 400 : 500;
      response.end(String(error));
    });
  };
}

async function showPage(response: ServerResponse): Promise<void> {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(`<!doctype html><html lang="en"><title>Test provider</title><h1>Who are you?</h1>
<form method="post"><label>Person <input name="person"></label> <button>Continue</button>
<button name="cancel" value="1">Cancel</button></form></html>`);
}

async function decide(
  provider: Provider,
  people: Map<string, Person>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const given = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
  const back = { error: 'access_denied', error_description: 'the person went back' };
  const result = given.get('cancel') === null ? signIn(given.get('person') ?? '', people) : back;
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}

function signIn(text: string, people: Map<string, Person>): InteractionResults {
  const person = JSON.parse(text) as Person;
  people.set(person.sub, person);
  return { select_account: {}, login: { accountId: person.sub } };
}
