import { clicksStored } from '@linkway/contracts';
import {
  AppError,
  AppLogger,
  CONFIG,
  type Hearing,
  Metrics,
  networkOf,
  type Periodic,
  periodic,
  Signals,
} from '@linkway/platform';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import type { GatewayConfig } from '../config.js';
import type { Session } from '../http/api-request.js';
import { Sessions } from '../session/sessions.js';
import { EventStream } from './event-stream.js';
import { Listeners } from './listeners.js';
import { Places } from './places.js';

/** Shorter than what anything in between calls idle. */
const BEAT_MS = 20_000;
/** A session that ran out ends its streams so much later; its end by somebody comes by event. */
const LOOK_MS = 30_000;
/** After an outage pages do not ask all at once. */
const SPREAD_MS = 10_000;
/** A person has a few windows, */
const OF_A_SESSION = 20;
/** and a few devices: who signs in again and again takes no place from others, */
const OF_A_USER = 60;
/** nor who has many accounts: an office behind one address has its pages all the same. */
const SHARE_OF_A_NETWORK = 1 / 8;
const TRY_AGAIN_SECONDS = 60;

/** Who opens a page, and from where. */
export interface Reader {
  readonly session: Session;
  /** What the session is known by. */
  readonly token: string;
  readonly ip: string;
}

/** The streams of one session, each with the user whose it is, and the token that the session is asked for by. */
interface Pages {
  readonly token: string;
  readonly streams: Map<EventStream, string>;
}

interface Room {
  readonly listeners: Listeners;
  readonly hearing: Hearing;
}

/** The streams of open pages, each of one session. This process listens for those workspaces alone that somebody has open. */
@Injectable()
export class ClickStreams implements OnModuleInit, OnModuleDestroy {
  private readonly sessions = new Map<string, Pages>();
  private readonly rooms = new Map<string, Room>();
  private readonly ofUsers = new Places();
  private readonly ofNetworks = new Places();
  private readonly work: Periodic[] = [];
  private open = 0;
  private closed = false;

  constructor(
    private readonly signals: Signals,
    private readonly known: Sessions,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'LIVE_PAGES'>,
    private readonly logger: AppLogger,
    metrics: Metrics,
  ) {
    metrics.watch('live_pages', 'Open pages that are told of clicks', () => this.open);
    metrics.watch('live_workspaces', 'Workspaces whose clicks this process listens for', () => this.rooms.size);
  }

  onModuleInit(): void {
    const { logger } = this;
    this.known.onEnd((sessionId) => this.end(sessionId));
    this.signals.onGap(() => {
      for (const { listeners } of this.rooms.values()) listeners.tellWithin(SPREAD_MS, { link_ids: null });
    });
    this.work.push(
      periodic(BEAT_MS, () => this.beat(), { name: 'keeping open pages connected', logger }),
      periodic(LOOK_MS, () => this.look(), { name: 'looking after sessions of open pages', logger }),
    );
  }

  /** Ends with the session. Throws `request.rate_limited` for who has enough of them, `service.busy` where no place is left for anybody. */
  follow({ session: { session_id, user }, token, ip }: Reader): EventStream {
    if (this.closed) throw new AppError('service.busy', {}, again);
    const network = networkOf(ip);
    const pages = this.sessions.get(session_id) ?? { token, streams: new Map() };
    const isEnough =
      pages.streams.size >= OF_A_SESSION ||
      this.ofUsers.of(user.id) >= OF_A_USER ||
      this.ofNetworks.of(network) >= this.mostOfANetwork;
    if (isEnough) throw new AppError('request.rate_limited', {}, again);
    if (this.open >= this.config.LIVE_PAGES) throw new AppError('service.busy', {}, again);
    const room = this.roomOf(user.workspace_id);
    const stream = new EventStream();
    room.listeners.add(stream);
    this.sessions.set(session_id, pages);
    pages.streams.set(stream, user.id);
    const leaves = [this.ofUsers.take(user.id), this.ofNetworks.take(network)];
    this.open += 1;
    stream.once('close', () => {
      this.open -= 1;
      for (const leave of leaves) leave();
      pages.streams.delete(stream);
      if (pages.streams.size === 0) this.sessions.delete(session_id);
      this.leave(user.workspace_id, stream);
    });
    return stream;
  }

  /** Before the server closes, as it would wait for them. Their pages connect to another process. */
  endAll(): void {
    this.closed = true;
    for (const sessionId of this.sessions.keys()) this.end(sessionId);
  }

  async onModuleDestroy(): Promise<void> {
    this.endAll();
    for (const each of this.work) await each.stop();
    for (const { hearing } of this.rooms.values()) hearing.stop();
  }

  private get mostOfANetwork(): number {
    return Math.max(OF_A_USER, Math.ceil(this.config.LIVE_PAGES * SHARE_OF_A_NETWORK));
  }

  private roomOf(workspace: string): Room {
    const known = this.rooms.get(workspace);
    if (known) return known;
    const listeners = new Listeners();
    const hearing = this.signals.hear(clicksStored, workspace, (clicked) => listeners.tell(clicked));
    const room = { listeners, hearing };
    this.rooms.set(workspace, room);
    return room;
  }

  private leave(workspace: string, stream: EventStream): void {
    const room = this.rooms.get(workspace);
    if (!room?.listeners.remove(stream)) return;
    this.rooms.delete(workspace);
    room.hearing.stop();
  }

  private end(sessionId: string): void {
    for (const stream of this.sessions.get(sessionId)?.streams.keys() ?? []) stream.finish();
  }

  private beat(): void {
    for (const { streams } of this.sessions.values()) for (const stream of streams.keys()) stream.beat();
  }

  /**
   * As requests of the page would: a session that is in use goes on, one that ran out ends, and one that may ask for nothing before its
   * address is confirmed. So does what was opened as somebody whom the session is not of any more: no event tells of an hour that is
   * over, nor a stream that was opened meanwhile of its end.
   */
  private async look(): Promise<void> {
    for (const { token, streams } of this.sessions.values()) {
      try {
        const session = await this.known.find(token);
        const userOf = session?.user.must_confirm_email ? undefined : session?.user.id;
        for (const [stream, userId] of streams) if (userOf !== userId) stream.finish();
      } catch (error) {
        // Nobody is sent away because identity cannot be asked just now.
        if (error instanceof AppError) return;
        throw error;
      }
    }
  }
}

const again = { retryAfterSeconds: TRY_AGAIN_SECONDS };
