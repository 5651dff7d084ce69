/** From here on any program may listen; below, each port is somebody's protocol. */
const FIRST_FREE = 1_024;
const USUAL: ReadonlySet<number> = new Set([80, 443]);

/** Ports of other protocols among those, which no browser sends HTTP to (WHATWG Fetch, "bad port"). */
const OF_OTHERS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Whether a page may be asked for there: nobody makes mail servers and the like hear from us. */
export const isPortOfWeb = (port: number): boolean =>
  USUAL.has(port) || (port >= FIRST_FREE && port <= 65_535 && !OF_OTHERS.has(port));
