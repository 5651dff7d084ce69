# [[remote]]

A remote of the web app: what the dashboard shows under the tabs of `src/tabs.json`.
How remotes are laid out, and what they may import, is in [the web app's README](../README.md).

`npm run dev -w @linkway/[[remote]]` starts it alone on port [[port]], on the API of a running Linkway.
