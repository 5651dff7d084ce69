/** What a chart draws, as its data, for tests of the pages around it. */
export function Marks({ marks }: { marks: readonly { data: readonly object[] }[] }) {
  return <figure>{JSON.stringify(marks.map(({ data }) => data))}</figure>;
}
