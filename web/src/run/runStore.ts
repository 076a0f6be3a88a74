import type { RunEvent } from "../contract/envelope";
import type { EventPage } from "../api/metis";
import { missingRange, hasEnded, reduceRun } from "./reducer";
import { emptyRun, type RunView } from "./runView";

export interface RunStoreOptions {
  fetchEvents: (runId: string, after: number) => Promise<EventPage>;
  /** Told of each run that reached its end in front of this page. */
  onEnded?: (view: RunView) => void;
  /** Told when a run begins to wait for a person, or goes on. */
  onTurning?: () => void;
  /** Told when events of a run arrive that this page did not know. */
  onDiscovered?: (runId: string) => void;
  /** Puts off work; a test runs it at once. */
  later?: (run: () => void, ms: number) => void;
}

/** How long a hole may be filled by events that are merely late before it is fetched. */
const GRACE_MS = 120;
const NOTIFY_MS = 30;
const MAX_TRIES = 6;

/**
 * The runs of the page, each reduced from its events. It fetches what is missing by itself; what cannot be fetched stays
 * missing and is asked for again with the next event, never skipped.
 */
export class RunStore {
  private readonly options: RunStoreOptions;
  private readonly later: (run: () => void, ms: number) => void;
  private readonly views = new Map<string, RunView>();
  private readonly listeners = new Set<() => void>();
  private readonly fetching = new Map<string, Promise<void>>();
  private readonly loaded = new Set<string>();
  private notifyPending = false;
  private fillPending = new Set<string>();
  private snapshotVersion = 0;

  constructor(options: RunStoreOptions) {
    this.options = options;
    this.later = options.later ?? ((run, ms) => void setTimeout(run, ms));
  }

  view(runId: string): RunView | null {
    return this.views.get(runId) ?? null;
  }

  /** Whether the run's events have been read to the end known at the time, so that its view is whole. */
  isLoaded(runId: string): boolean {
    return this.loaded.has(runId);
  }

  version(): number {
    return this.snapshotVersion;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  appliedSeq(runId: string): number {
    return this.views.get(runId)?.appliedSeq ?? 0;
  }

  receive(event: RunEvent): void {
    if (!this.views.has(event.runId)) this.options.onDiscovered?.(event.runId);
    this.apply(event.runId, [event]);
    // A run seen from its first event on needs no loading.
    if (this.appliedSeq(event.runId) > 0) this.loaded.add(event.runId);
    this.fillLater(event.runId);
  }

  /** The server has events up to `lastSeq`; those not received are fetched. */
  expect(runId: string, lastSeq: number): void {
    this.update(runId, (view) => reduceRun(view, { type: "lastSeq", lastSeq }));
    this.fillLater(runId);
  }

  /** Reads the run's events from where this page stands to their present end. */
  load(runId: string): Promise<void> {
    const active = this.fetching.get(runId);
    if (active !== undefined) return active;
    const work = this.readAll(runId).finally(() => this.fetching.delete(runId));
    this.fetching.set(runId, work);
    return work;
  }

  private async readAll(runId: string): Promise<void> {
    for (;;) {
      const before = this.appliedSeq(runId);
      const page = await this.options.fetchEvents(runId, before);
      this.apply(runId, page.events);
      this.update(runId, (view) => reduceRun(view, { type: "lastSeq", lastSeq: page.lastSeq }));
      const view = this.views.get(runId);
      if (view === undefined || missingRange(view) === null) break;
      // A page that brings nothing although more is said to exist must not be asked for in a loop.
      if (view.appliedSeq === before) throw new Error(`No event after ${before} of ${runId} though ${view.lastSeq} exist`);
    }
    this.loaded.add(runId);
    this.changed();
  }

  private fillLater(runId: string, tries = 0): void {
    const view = this.views.get(runId);
    if (view === undefined || missingRange(view) === null || this.fillPending.has(runId)) return;
    this.fillPending.add(runId);
    this.later(
      () => {
        this.fillPending.delete(runId);
        const now = this.views.get(runId);
        if (now === undefined || missingRange(now) === null) return;
        this.load(runId).catch(() => {
          if (tries < MAX_TRIES) this.fillLater(runId, tries + 1);
        });
      },
      GRACE_MS * 2 ** tries,
    );
  }

  private apply(runId: string, events: readonly RunEvent[]): void {
    const ended = this.isEnded(runId);
    const waited = this.waits(runId);
    this.update(runId, (view) => reduceRun(view, { type: "events", events }));
    const view = this.views.get(runId);
    if (!ended && view !== undefined && hasEnded(view)) this.options.onEnded?.(view);
    else if (waited !== this.waits(runId)) this.options.onTurning?.();
  }

  private waits(runId: string): boolean {
    return this.views.get(runId)?.phase.name === "waiting";
  }

  private isEnded(runId: string): boolean {
    const view = this.views.get(runId);
    return view !== undefined && hasEnded(view);
  }

  private update(runId: string, change: (view: RunView) => RunView): void {
    const before = this.views.get(runId) ?? emptyRun(runId);
    const after = change(before);
    if (after === before && this.views.has(runId)) return;
    this.views.set(runId, after);
    this.changed();
  }

  private changed(): void {
    this.snapshotVersion += 1;
    if (this.notifyPending) return;
    this.notifyPending = true;
    this.later(() => {
      this.notifyPending = false;
      for (const listener of this.listeners) listener();
    }, NOTIFY_MS);
  }
}
