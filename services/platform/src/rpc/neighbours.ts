import { headers as emptyHeaders, type MsgHdrs } from '@nats-io/nats-core';

/** A request, or its answer, as a message of NATS is read by those who take it. */
export interface Carried {
  readonly subject: string;
  readonly reply: string;
  readonly headers: MsgHdrs | undefined;
  /** JSON. */
  readonly data: string;
  json(): unknown;
  respond(data: string, options?: { headers?: MsgHdrs }): void;
}

/** Takes a request at once, and answers it later. */
type Take = (message: Carried) => void;

/** Carries requests between services that share a process: as texts, so that none of them ever holds an object of another. */
export class Neighbours {
  private readonly takers = new Map<string, Take>();

  /** From now on requests on `subject` come to `take`, until the returned function is called. */
  enter(subject: string, take: Take): () => void {
    this.takers.set(subject, take);
    return () => {
      if (this.takers.get(subject) === take) this.takers.delete(subject);
    };
  }

  /** False where nobody here takes it: it goes by way of NATS then. */
  carry(
    { subject, text, headers }: { subject: string; text: string; headers: MsgHdrs | undefined },
    answered: (message: Carried) => void,
  ): boolean {
    const take = this.takers.get(subject);
    if (take === undefined) return false;
    const respond: Carried['respond'] = (data, options) =>
      answered(messageOf(subject, data, options?.headers, () => undefined));
    take(messageOf(subject, text, headers && copyOf(headers), respond));
    return true;
  }
}

/** Whoever asks sends the same headers again where nobody was there. */
function copyOf(headers: MsgHdrs): MsgHdrs {
  const copy = emptyHeaders();
  for (const [key, values] of headers) for (const value of values) copy.append(key, value);
  return copy;
}

const messageOf = (
  subject: string,
  data: string,
  headers: MsgHdrs | undefined,
  respond: Carried['respond'],
): Carried => ({ subject, reply: subject, headers, data, json: () => JSON.parse(data) as unknown, respond });
