// Of a facade that the page itself does not need, fetched by who exports.
export { saveFile } from '@linkway/kit/qr';
