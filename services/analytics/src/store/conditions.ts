/** The condition of a filter, put together of what it asks for. */
export class Conditions {
  readonly params: Record<string, string> = {};
  private readonly all: string[] = [];

  add(condition: string): void {
    this.all.push(condition);
  }

  /** One that names its value as a parameter; none where there is no value. */
  of(condition: string, name: string, value: string | undefined): void {
    if (value === undefined || value === '') return;
    this.params[name] = value;
    this.add(condition);
  }

  get where(): string {
    return this.all.join(' AND ') || 'true';
  }
}
