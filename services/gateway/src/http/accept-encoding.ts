/** Whether an answer may be sent as gzip. */
export function acceptsGzip(acceptEncoding: string | string[] | undefined): boolean {
  return String(acceptEncoding ?? '')
    .slice(0, 256)
    .split(',')
    .some((part) => {
      const [coding = '', weight = ''] = part.trim().toLowerCase().split(';');
      return coding.trim() === 'gzip' && !/^\s*q=0(\.0*)?\s*$/.test(weight);
    });
}
