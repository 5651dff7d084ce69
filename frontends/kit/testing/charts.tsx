/** Charts as their data, for tests of the pages around them. */
const chart = (kind: string) =>
  function Chart({ data }: { data?: unknown }) {
    return <figure data-chart={kind}>{JSON.stringify(data)}</figure>;
  };

export const Line = chart('line');
export const Bar = chart('bar');
export const Pie = chart('pie');
