// All of the first script, made ready piece by piece: between them a slow phone answers whoever scrolls or types already.
const breathe = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve));

await import(/* webpackMode: "eager" */ 'react-dom/client');
await breathe();
await import(/* webpackMode: "eager" */ '@linkway/kit/router');
await breathe();
await import(/* webpackMode: "eager" */ '@linkway/kit/i18n');
await breathe();
await import(/* webpackMode: "eager" */ './start');
