export { GeoFile } from './geo-file.js';
export { cityOf, countryOf, type PlaceRecord } from './place-record.js';
