/** What of a workspace the book needs. */
export interface Workspace {
  workspace_id: string;
  is_shut: boolean;
  /** Digest of what the owner's browsers send (`hashOfOwnVisits`), whose visits are not counted; null: all visits are; absent: of a former release, what was before stays. */
  own_visits?: string | null;
  version: number;
}

/** An event may be seen here before the projection has written it; for so long it is put over what the table says. */
const RECENT_MS = 120_000;

/**
 * Whose links are all paused, whatever each of them says, and whose owner's own visits are not counted: no route has to be written for
 * that, however many there are. It knows the workspaces whose account was ever changed, by an administrator or in what concerns links.
 */
export class WorkspaceBook {
  private readonly versions = new Map<string, number>();
  private readonly shut = new Set<string>();
  /** Digests, by workspace, and the other way round. */
  private readonly ownVisits = new Map<string, string>();
  private readonly owners = new Map<string, string>();
  /** Versions that events have told a moment ago. */
  private readonly told = new Map<string, { version: number; at: number }>();
  /** Told of what events said. */
  onTold: (workspace: Workspace) => void = () => undefined;
  /** It grows whenever a workspace becomes otherwise. */
  revision = 0;

  /** Of a link; null: it is a guest's. */
  isShut(workspaceId: string | null): boolean {
    return workspaceId !== null && this.shut.has(workspaceId);
  }

  /** Whether its owner has privacy mode. */
  isPrivate(workspaceId: string | null): workspaceId is string {
    return workspaceId !== null && this.ownVisits.has(workspaceId);
  }

  /** Whether its owner's browsers send what has this digest. */
  isOwn(workspaceId: string, digest: string): boolean {
    return this.ownVisits.get(workspaceId) === digest;
  }

  /** Whether anybody's browsers send what has this digest. */
  isAnybodys(digest: string): boolean {
    return this.owners.has(digest);
  }

  /** Those of which there is more to know than the version. */
  all(): Workspace[] {
    return [...new Set([...this.shut, ...this.ownVisits.keys()])].map((workspace_id) => ({
      workspace_id,
      is_shut: this.shut.has(workspace_id),
      own_visits: this.ownVisits.get(workspace_id) ?? null,
      version: this.versions.get(workspace_id) ?? 0,
    }));
  }

  /** Takes up what an event or the owner tells. */
  apply(workspace: Workspace, now = performance.now()): void {
    const { workspace_id, version } = workspace;
    if ((this.versions.get(workspace_id) ?? 0) > version) return;
    this.told.set(workspace_id, { version, at: now });
    this.set(workspace);
    this.onTold(workspace);
  }

  /** All that changed in the table. */
  update(changed: readonly Workspace[], now = performance.now()): void {
    this.take(changed);
    this.settle(now);
  }

  /** Takes over a part of what changed in the table, unless an event has told something newer a moment ago. */
  take(changed: readonly Workspace[]): void {
    for (const workspace of changed) {
      // A process of a former release may have written the same version with less of it.
      if ((this.told.get(workspace.workspace_id)?.version ?? -1) < workspace.version) this.set(workspace);
    }
  }

  /** All of it is taken over: only now, as a table that could not be read for long is as old as that when it can be. */
  settle(now = performance.now()): void {
    for (const [id, { at }] of this.told) if (at < now - RECENT_MS) this.told.delete(id);
  }

  private set({ workspace_id, is_shut, own_visits: told, version }: Workspace): void {
    const before = this.ownVisits.get(workspace_id) ?? null;
    const own_visits = told === undefined ? before : told;
    const isSame = this.shut.has(workspace_id) === is_shut && before === own_visits;
    if (isSame && this.versions.get(workspace_id) === version) return;
    this.revision += 1;
    this.versions.set(workspace_id, version);
    if (is_shut) this.shut.add(workspace_id);
    else this.shut.delete(workspace_id);
    if (before !== null) this.owners.delete(before);
    if (own_visits === null) this.ownVisits.delete(workspace_id);
    else {
      this.ownVisits.set(workspace_id, own_visits);
      this.owners.set(own_visits, workspace_id);
    }
  }
}
