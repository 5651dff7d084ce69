/** Clicks of people of a guest's link, as administrators filter by them: from and to, both included. */
export const guestClickRanges = {
  none: { from: 0, to: 0 },
  low: { from: 1, to: 10 },
  medium: { from: 11, to: 50 },
  high: { from: 51, to: Number.POSITIVE_INFINITY },
} as const;
export type GuestClickRange = keyof typeof guestClickRanges;
export const guestClickRangeNames = Object.keys(guestClickRanges) as [GuestClickRange, ...GuestClickRange[]];

export const isWithinClicks = (range: GuestClickRange, clicks: number): boolean =>
  clicks >= guestClickRanges[range].from && clicks <= guestClickRanges[range].to;
