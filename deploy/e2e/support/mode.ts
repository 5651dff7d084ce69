const modes = ['single', 'processes', 'containers'] as const;
type Mode = (typeof modes)[number];

/** `processes`: every service is a process of its own, as in production. `containers`: behind the edge, from the files for Compose. */
export const mode: Mode = modes.find((name) => name === process.env.LINKWAY_E2E_MODE) ?? 'single';
