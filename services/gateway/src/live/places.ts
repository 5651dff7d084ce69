/** How many each holds, of those who hold any. */
export class Places {
  private readonly held = new Map<string, number>();

  of(whom: string): number {
    return this.held.get(whom) ?? 0;
  }

  /** Takes one; what it returns gives it back, once. */
  take(whom: string): () => void {
    this.held.set(whom, this.of(whom) + 1);
    return () => {
      const left = this.of(whom) - 1;
      if (left > 0) this.held.set(whom, left);
      else this.held.delete(whom);
    };
  }
}
