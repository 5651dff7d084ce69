/** What is known of an error beside its texts: the HTTP status that it is answered with. */
export interface ErrorDefinition {
  readonly status: number;
}
export const defineErrors = <C extends string>(definitions: Record<C, ErrorDefinition>): Record<C, ErrorDefinition> =>
  definitions;
