/** Names and numbers stand upright; left alone, the library turns them where there is little room. */
export const upright = { tick: false, labelAutoRotate: false, labelTransform: 'rotate(0)' } as const;

const DIGIT = 8;

/** Pixels that the longest of some counts takes. */
export const countWidth = (max: number, number: (value: number) => string): number => DIGIT * number(max).length;

/** Room for the numbers of a vertical axis and its turned title, for which the library would leave the title's whole length. */
export const countAxisSize = (max: number, number: (value: number) => string): number => 40 + countWidth(max, number);

/** The options of a count axis: whole numbers from zero, and a line at zero where nothing was counted. */
export function countAxis(max: number, number: (value: number) => string) {
  return {
    axis: {
      ...upright,
      labelFormatter: (value: number) => (Number.isInteger(value) ? number(value) : ''),
    },
    scale: {
      domainMin: 0,
      nice: true,
      tickCount: Math.min(Math.max(max, 1), 5),
      ...(max === 0 ? { domainMax: 4 } : {}),
    },
  };
}
