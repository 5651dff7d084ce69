import { createHash, randomUUID } from 'node:crypto';

/** A process says so often that it is there, */
export const PRESENT_EVERY_MS = 5_000;
/** and is taken for gone when it has not been heard for so long, or has left a question unanswered. */
const GONE_AFTER_MS = 12_000;

/** The processes of the gateway, as far as this one hears of them. */
export class Gateways {
  readonly own: string = randomUUID();
  private readonly heardAt = new Map<string, number>();

  /** `onChange`: others are there than before. */
  constructor(private readonly onChange: () => void) {}

  /** Itself among them. */
  get size(): number {
    return this.heardAt.size + 1;
  }

  get others(): string[] {
    return [...this.heardAt.keys()];
  }

  hear(id: string): void {
    if (id === this.own) return;
    const isNew = !this.heardAt.has(id);
    this.heardAt.set(id, performance.now());
    if (isNew) this.onChange();
  }

  lose(id: string): void {
    if (this.heardAt.delete(id)) this.onChange();
  }

  loseSilent(): void {
    const since = performance.now() - GONE_AFTER_MS;
    for (const [id, heardAt] of this.heardAt) if (heardAt < since) this.lose(id);
  }

  /** The process that counts a name: the same wherever it is asked, and another one only where that one has gone or a new one came. */
  counterOf(name: string): string {
    let counter = this.own;
    let highest = weightOf(this.own, name);
    for (const id of this.heardAt.keys()) {
      const weight = weightOf(id, name);
      if (weight <= highest) continue;
      counter = id;
      highest = weight;
    }
    return counter;
  }
}

const weightOf = (id: string, name: string): string => createHash('sha256').update(`${id} ${name}`).digest('hex');
