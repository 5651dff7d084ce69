import type { framings } from '@linkway/contracts';

export type Framing = (typeof framings)[number];

/** Lists of sources (CSP 3, frame-ancestors), all of which a page within which it is shown must be in. */
export type FramePolicies = readonly string[];

const MOST_POLICIES = 10;
const MAX_POLICY_LENGTH = 2_000;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** What the headers of an answer say of framing, as browsers read them: `frame-ancestors` wins over X-Frame-Options. */
export function policiesOf(headers: Headers): FramePolicies {
  const ancestors = textsOf(headers['content-security-policy'])
    .flatMap((text) => text.split(','))
    .flatMap((policy) => ancestorsOf(policy) ?? []);
  if (ancestors.length > 0) return ancestors.slice(0, MOST_POLICIES).map((list) => list.slice(0, MAX_POLICY_LENGTH));
  const options = textsOf(headers['x-frame-options']).flatMap((text) => text.toLowerCase().split(','));
  const said = new Set(options.map((option) => option.trim()).filter(Boolean));
  if (said.has('deny')) return ["'none'"];
  if (said.has('sameorigin')) return ["'self'"];
  // Several that contradict each other, or of which one is known, forbid it; a single unknown one is ignored (HTML, X-Frame-Options).
  return said.size > 1 ? ["'none'"] : [];
}

const textsOf = (value: string | string[] | undefined): string[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value];

/** Of one policy; the first such directive counts, and one without sources lets nobody. */
function ancestorsOf(policy: string): string | undefined {
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    if (name.toLowerCase() === 'frame-ancestors') return sources.length === 0 ? "'none'" : sources.join(' ');
  }
  return undefined;
}

/** Whether a page that was found at `url` may be shown within a page of the origin `within`. */
export function framingOf(policies: FramePolicies, url: string, within: string): Framing {
  const page = new URL(url);
  const parent = new URL(within);
  // Browsers load nothing by http into a page by https, but from the machine itself.
  const isMixed = parent.protocol === 'https:' && page.protocol === 'http:' && !isLoopback(page.hostname);
  if (isMixed) return 'forbidden';
  const lets = policies.every((policy) => policy.split(/\s+/).some((source) => matches(source, parent, page)));
  return lets ? 'allowed' : 'forbidden';
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '[::1]' || host.startsWith('127.');

function matches(source: string, parent: URL, page: URL): boolean {
  const text = source.toLowerCase();
  if (text === "'self'") return parent.origin === page.origin;
  if (text === '*') return true;
  if (/^[a-z][a-z0-9+.-]*:$/.test(text)) return isScheme(text, parent.protocol);
  const parts = /^(?:([a-z][a-z0-9+.-]*:)\/\/)?(\*|(?:\*\.)?[^/:*\s']+|\[[0-9a-f:.]+\])(?::(\d+|\*))?(?:\/.*)?$/.exec(
    text,
  );
  if (!parts) return false;
  const [, scheme = page.protocol, host = '', port] = parts;
  return isScheme(scheme, parent.protocol) && isHost(host, parent.hostname) && isPort(port, scheme, parent);
}

/** What is let by http is let by https. */
const isScheme = (let_: string, scheme: string): boolean =>
  let_ === scheme || (let_ === 'http:' && scheme === 'https:');

function isHost(pattern: string, host: string): boolean {
  if (pattern === '*') return true;
  return pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;
}

function isPort(port: string | undefined, scheme: string, parent: URL): boolean {
  const usual = parent.port === '';
  if (port === '*') return true;
  if (port === undefined) return usual;
  const own = parent.port || (parent.protocol === 'https:' ? '443' : '80');
  return port === own || (port === '80' && scheme === 'http:' && own === '443');
}
