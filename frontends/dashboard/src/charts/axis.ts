/** The options of a count axis: whole numbers from zero, and a line at zero where nothing was counted. */
export function countAxis(max: number, number: (value: number) => string) {
  return {
    axis: {
      tick: false,
      labelAutoRotate: false,
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
