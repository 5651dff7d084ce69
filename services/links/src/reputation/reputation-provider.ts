/** What a provider says of an address. */
export interface Verdict {
  /** As the provider names it; null: it knows no harm of it. */
  threat: string | null;
  /** When it is to be asked again; null: it does not say. */
  until: Date | null;
}

/** Knows of addresses that mean harm. Another one is a class with this and a line in `ReputationWorker`. */
export interface ReputationProvider {
  readonly name: string;
  /** Throws where it cannot be asked now: then it is asked again, and nobody waits for it. */
  look(address: string, signal: AbortSignal): Promise<Verdict>;
}
