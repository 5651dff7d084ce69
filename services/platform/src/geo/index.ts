export { GeoFile } from './geo-file.js';
export { countryOf, type PlaceRecord } from './place-record.js';
