import { Bar as PlotBar, Line as PlotLine, Pie as PlotPie } from '@ant-design/charts';
import type { ComponentProps } from 'react';
import { useChartTheme } from './theme';
import { tooltipContent } from './tooltip';

interface Interactions {
  interaction?: object;
}

/** The product's looks for every chart: its theme, 300 px, and a read-out that the page's CSP allows. */
function useDefaults({ interaction }: Interactions) {
  return { theme: useChartTheme(), height: 300, interaction: { tooltip: { render: tooltipContent }, ...interaction } };
}

export function Line(props: ComponentProps<typeof PlotLine>) {
  return <PlotLine {...useDefaults(props as Interactions)} {...without(props)} />;
}

export function Bar(props: ComponentProps<typeof PlotBar>) {
  return <PlotBar {...useDefaults(props as Interactions)} {...without(props)} />;
}

export function Pie(props: ComponentProps<typeof PlotPie>) {
  return <PlotPie {...useDefaults(props as Interactions)} {...without(props)} />;
}

function without<P extends object>(props: P): Omit<P, 'interaction'> {
  const { interaction: _, ...rest } = props as P & Interactions;
  return rest;
}
