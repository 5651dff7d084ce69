// `npm run fuzz [-- --short]`: requests made from the OpenAPI document, right ones and wrong ones, to all that it names. Needs Schemathesis.
import { launch } from '../local/launch.mjs';

await launch(async ([option]) => {
  const { fuzz } = await import('./fuzz/fuzz.ts');
  await fuzz(option === '--short');
});
