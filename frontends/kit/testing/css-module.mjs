export default new Proxy({}, { get: (_target, name) => (typeof name === 'string' ? name : undefined) });
