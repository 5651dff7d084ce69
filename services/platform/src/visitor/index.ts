export { type Agent, agentOf } from './agent.js';
export { type Device, deviceOf } from './device.js';
export { kindOf, type VisitorKind, type VisitorRequest, type VisitorVerdict } from './kind.js';
export { type System, systemOf } from './system.js';
