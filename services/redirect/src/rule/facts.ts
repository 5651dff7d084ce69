import type { RuleBrowser, RuleSystem } from '@linkway/contracts';
import { agentOf, type Device, deviceOf, systemOf } from '@linkway/platform/visitor';
import { type Accepted, acceptedIn } from './accepted-languages.js';

/** What rules are judged by, as the visit or whoever asks for it has it. */
export interface Given {
  /** Milliseconds. */
  now: number;
  userAgent: string;
  /** As the header Accept-Language has it. */
  acceptLanguage: string;
  /** As the header Referer has it; empty: there is none. */
  referer: string;
  ip: string;
  /** Without the question mark. */
  query: string;
  /** ISO 3166-1 alpha-2; empty: not known, or nothing asks for it. */
  country: string;
  /** In English; empty: not known, or nothing asks for it. */
  city?: string;
  /** In place of what the user agent tells. */
  said?: { device: Device; system: RuleSystem | ''; browser: RuleBrowser };
}

const SYSTEMS: Readonly<Record<string, RuleSystem>> = {
  windows: 'windows',
  macos: 'macos',
  linux: 'linux',
  chromeos: 'chromeos',
};
const BROWSERS: Readonly<Record<string, RuleBrowser>> = {
  chrome: 'chrome',
  firefox: 'firefox',
  safari: 'safari',
  edge: 'edge',
};

/** Facts of one visit, each read when the first condition asks for it, and once. */
export class Facts {
  private acceptedOnce: readonly Accepted[] | null = null;
  private parametersOnce: ReadonlyMap<string, readonly string[]> | null = null;
  private deviceOnce: Device | null = null;
  private systemOnce: RuleSystem | '' | null = null;
  private browserOnce: RuleBrowser | null = null;
  private referrerOnce: string | null = null;

  /** `visitNumber`: the how-manieth visit of a person it is; null: it cannot be told. */
  constructor(
    private readonly given: Given,
    readonly visitNumber: number | null,
  ) {}

  get now(): number {
    return this.given.now;
  }
  get ip(): string {
    return this.given.ip;
  }
  get country(): string {
    return this.given.country;
  }
  get city(): string {
    return this.given.city ?? '';
  }
  get device(): Device {
    this.deviceOnce ??= this.given.said?.device ?? deviceOf(this.given.userAgent);
    return this.deviceOnce;
  }

  /** Empty: none of those that rules know. */
  get system(): RuleSystem | '' {
    const { said, userAgent } = this.given;
    this.systemOnce ??= said?.system ?? systemOf(userAgent) ?? SYSTEMS[agentOf(userAgent).os] ?? '';
    return this.systemOnce;
  }
  get browser(): RuleBrowser {
    const { said, userAgent } = this.given;
    this.browserOnce ??= said?.browser ?? BROWSERS[agentOf(userAgent).browser] ?? 'other';
    return this.browserOnce;
  }

  /** The languages that the visitor likes best. */
  get languages(): readonly Accepted[] {
    this.acceptedOnce ??= acceptedIn(this.given.acceptLanguage);
    return this.acceptedOnce;
  }

  /** Of a parameter, in their order; of a query what is beyond its bounds is as absent. */
  valuesOf(name: string): readonly string[] {
    this.parametersOnce ??= parametersIn(this.given.query);
    return this.parametersOnce.get(name) ?? NONE;
  }

  /** The host that the visitor comes from, in ASCII; empty: none is told. */
  get referrerHost(): string {
    this.referrerOnce ??= hostIn(this.given.referer);
    return this.referrerOnce;
  }
}

/** Rules may ask for hundreds of parameters of each visit: what a visitor sends decides how long that takes. */
const MAX_QUERY = 2_048;
const MAX_VALUES = 10;
const NONE: readonly string[] = [];

function parametersIn(query: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query.slice(0, MAX_QUERY))) {
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else if (known.length < MAX_VALUES) known.push(value);
  }
  return values;
}

const hostIn = (address: string): string =>
  address !== '' && URL.canParse(address) ? new URL(address).hostname.toLowerCase() : '';
