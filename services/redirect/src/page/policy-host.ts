/** Whether a policy can name the host: `;` or `,` in it would end a directive, `*` stand for others. */
export const isNamedByPolicies = (hostname: string): boolean => /^[a-z0-9._-]+$/.test(hostname);
