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
  private parametersOnce: URLSearchParams | null = null;
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
    return this.given.said?.device ?? deviceOf(this.given.userAgent);
  }

  /** Empty: none of those that rules know. */
  get system(): RuleSystem | '' {
    const { said, userAgent } = this.given;
    return said?.system ?? systemOf(userAgent) ?? SYSTEMS[agentOf(userAgent).os] ?? '';
  }
  get browser(): RuleBrowser {
    const { said, userAgent } = this.given;
    return said?.browser ?? BROWSERS[agentOf(userAgent).browser] ?? 'other';
  }

  /** The languages that the visitor likes best. */
  get languages(): readonly Accepted[] {
    this.acceptedOnce ??= acceptedIn(this.given.acceptLanguage);
    return this.acceptedOnce;
  }

  get parameters(): URLSearchParams {
    this.parametersOnce ??= new URLSearchParams(this.given.query);
    return this.parametersOnce;
  }

  /** The host that the visitor comes from, in ASCII; empty: none is told. */
  get referrerHost(): string {
    this.referrerOnce ??= hostIn(this.given.referer);
    return this.referrerOnce;
  }
}

const hostIn = (address: string): string =>
  address !== '' && URL.canParse(address) ? new URL(address).hostname.toLowerCase() : '';
