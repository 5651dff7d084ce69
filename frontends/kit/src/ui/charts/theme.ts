import { useTheme } from '../../theme/store';
import { fontFamily } from '../../theme/tokens';

/** The tokens as the charts want them. */
export function useChartTheme() {
  const { mode, tokens } = useTheme();
  return {
    type: mode === 'dark' ? ('classicDark' as const) : ('classic' as const),
    color: tokens.charts[0],
    category10: [...tokens.charts],
    category20: [...tokens.charts],
    view: { viewFill: 'transparent' },
    axis: {
      labelFill: tokens.muted,
      labelFillOpacity: 1,
      labelOpacity: 1,
      labelFontFamily: fontFamily,
      titleFill: tokens.muted,
      gridStroke: tokens.line,
      gridStrokeOpacity: 1,
      gridLineDash: [0, 0],
      gridLineWidth: 1,
      lineStroke: tokens.line,
    },
  };
}
