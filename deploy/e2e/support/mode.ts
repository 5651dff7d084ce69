/** `processes`: every service is a process of its own, as in production. */
export const mode = process.env.LINKWAY_E2E_MODE === 'processes' ? 'processes' : 'single';
