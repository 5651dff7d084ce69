import fc from 'fast-check';

/** What odd requests are made around. */
export interface Surroundings {
  readonly host: string;
  /** Codes of links that lead somewhere. */
  readonly codes: readonly string[];
  /** As the node's own proxy has it. */
  readonly secret: string;
}

export const latin1 = (minLength: number, maxLength: number) =>
  fc
    .array(fc.integer({ min: 0x20, max: 0xff }), { minLength, maxLength })
    .map((bytes) => String.fromCharCode(...bytes.filter((byte) => byte !== 0x7f)));
/** What an address may be written with. */
export const visible = (maxLength: number) =>
  fc.array(fc.integer({ min: 0x21, max: 0x7e }), { maxLength }).map((bytes) => String.fromCharCode(...bytes));
export const repeated = (texts: readonly string[], least: number, most: number) =>
  fc.tuple(fc.constantFrom(...texts), fc.integer({ min: least, max: most })).map(([text, times]) => text.repeat(times));
export const percented = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, '0')}`),
      fc.constantFrom(
        '%',
        '%2',
        '%zz',
        '%u0041',
        '%25',
        '%2f',
        '%5c',
        '%00',
        '%0d%0aX-Injected:%201',
        '%c0%af',
        '%ed%a0%80',
      ),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join(''));

export const oddValue = fc.oneof(
  latin1(0, 80),
  percented,
  repeated(['a', ' ', ',', ';', '=', 'é', 'a,', 'a;q=1,'], 1, 3_000),
  fc.constantFrom('', ' ', '0', '-1', 'NaN', '\t', '"', '""', '{}', '__proto__'),
);
