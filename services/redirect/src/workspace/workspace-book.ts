/** What of a workspace the book needs. */
export interface Workspace {
  workspace_id: string;
  is_shut: boolean;
  version: number;
}

/** An event may be seen here before the projection has written it; for so long it is put over what the table says. */
const RECENT_MS = 120_000;

/**
 * Whose links are all paused, whatever each of them says: no route has to be written for that, however many there are. It knows the workspaces
 * that an administrator ever changed, which are few.
 */
export class WorkspaceBook {
  private readonly versions = new Map<string, number>();
  private readonly shut = new Set<string>();
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

  /** Those that are shut. */
  allShut(): Workspace[] {
    return [...this.shut].map((workspace_id) => ({
      workspace_id,
      is_shut: true,
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

  /** Takes over what changed in the table, unless an event has told something newer a moment ago. */
  update(changed: readonly Workspace[], now = performance.now()): void {
    for (const workspace of changed) {
      if ((this.told.get(workspace.workspace_id)?.version ?? 0) <= workspace.version) this.set(workspace);
    }
    // Afterwards: where the table could not be read for long, it is as old as that when it can be.
    for (const [id, { at }] of this.told) if (at < now - RECENT_MS) this.told.delete(id);
  }

  private set({ workspace_id, is_shut, version }: Workspace): void {
    if (this.versions.get(workspace_id) === version && this.shut.has(workspace_id) === is_shut) return;
    this.revision += 1;
    this.versions.set(workspace_id, version);
    if (is_shut) this.shut.add(workspace_id);
    else this.shut.delete(workspace_id);
  }
}
