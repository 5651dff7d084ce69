/** Every colour of the product. Text on surface and background has at least 5.3:1, charts at least 3:1. */
export interface Tokens {
  background: string;
  surface: string;
  ink: string;
  muted: string;
  line: string;
  /** The edge of a field that is typed into. */
  control: string;
  primary: string;
  primarySolid: string;
  /** The solid one under the pointer. */
  primaryHover: string;
  onPrimary: string;
  primarySoft: string;
  success: string;
  warning: string;
  danger: string;
  info: string;
  successSoft: string;
  warningSoft: string;
  dangerSoft: string;
  /** What a picture code is drawn in: readers want dark on light, also in the dark theme. */
  codeInk: string;
  codePaper: string;
  shadow: string;
  charts: readonly [string, string, string, string, string];
}

export const light: Tokens = {
  background: '#f7f8fa',
  surface: '#ffffff',
  ink: '#14171f',
  muted: '#545b6b',
  line: '#e3e6ec',
  control: '#868d9d',
  primary: '#3538cd',
  primarySolid: '#3538cd',
  primaryHover: '#2a2ca6',
  onPrimary: '#ffffff',
  primarySoft: '#eeeffc',
  success: '#067647',
  warning: '#93370d',
  danger: '#b42318',
  info: '#175cd3',
  successSoft: '#e9f7ef',
  warningSoft: '#fdf4e3',
  dangerSoft: '#fdf0ef',
  codeInk: '#14171f',
  codePaper: '#ffffff',
  shadow: '0 8px 24px rgb(20 23 31 / 12%)',
  charts: ['#3538cd', '#d9730d', '#0f8a6a', '#b4378f', '#1f7ab8'],
};

export const dark: Tokens = {
  background: '#0e1016',
  surface: '#161922',
  ink: '#eceef4',
  muted: '#a2a9b8',
  line: '#2a2f3d',
  control: '#666e80',
  primary: '#a4a8ff',
  primarySolid: '#5457e6',
  primaryHover: '#464ad6',
  onPrimary: '#ffffff',
  primarySoft: '#20233a',
  success: '#75e0a7',
  warning: '#fec84b',
  danger: '#fda29b',
  info: '#84caff',
  successSoft: '#13271f',
  warningSoft: '#2b2415',
  dangerSoft: '#2c1c20',
  codeInk: '#14171f',
  codePaper: '#ffffff',
  shadow: '0 8px 24px rgb(0 0 0 / 48%)',
  charts: ['#8b8fff', '#f4a259', '#4fd1a5', '#e987c6', '#6cc0f5'],
};

export const radius = { control: 8, card: 12 } as const;
/** The one breakpoint: below it a phone, from it on a desktop. */
export const BREAKPOINT = 768;

/** `primarySolid` -> `--lw-primary-solid`; charts become `--lw-chart-1` to `--lw-chart-5`. */
export function cssVariables(tokens: Tokens): [name: string, value: string][] {
  const { charts, ...single } = tokens;
  return [
    ...Object.entries(single).map(([name, value]): [string, string] => [
      `--lw-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      value,
    ]),
    ...charts.map((value, index): [string, string] => [`--lw-chart-${index + 1}`, value]),
    ['--lw-radius', `${radius.control}px`],
    ['--lw-radius-card', `${radius.card}px`],
  ];
}
