import { type ComponentType, use } from 'react';

/** Lets the browser answer what was tapped meanwhile, before work goes on. */
const pause = (): Promise<void> => new Promise((resolve) => window.setTimeout(resolve));

/** All files are there: they are run in pieces, as all at once keep a slow phone from answering for a quarter of a second. */
async function inPieces(): Promise<ComponentType> {
  await pause();
  const { prepareUi } = await import(/* webpackMode: "eager" */ '@linkway/kit/ui');
  await pause();
  prepareUi();
  await pause();
  const { FramePage } = await import(/* webpackMode: "eager" */ './frame-page');
  await pause();
  return FramePage;
}

let underWay: Promise<ComponentType> | null = null;

/** The same until it fails, so that React can draw as often as it likes. */
function begin(): Promise<ComponentType> {
  underWay ??= inPieces().catch((error: unknown) => {
    underWay = null;
    throw error;
  });
  return underWay;
}
// What fails is told where it is drawn.
void begin().catch(() => {});

/** Every page of /dashboard is within it. */
export default function DashboardFrame() {
  const Page = use(begin());
  return <Page />;
}
