import type { LiveRows } from "../encode/live/selection";

const decoder = new TextDecoder();

/** The selected events of one parsed chunk, shared by all subscribers that have not had them all yet. */
export class LiveBatch {
  readonly collector: string;
  /** Of the chunk's last event, selected or not. */
  readonly maxId: number;
  readonly rows: LiveRows;
  /** `performance.now()` when it was published. */
  readonly publishedAt: number;
  /** How many subscribers still need it; only they count. */
  holders = 0;

  constructor(rows: LiveRows, about: { collector: string; maxId: number; publishedAt: number }) {
    this.rows = rows;
    this.collector = about.collector;
    this.maxId = about.maxId;
    this.publishedAt = about.publishedAt;
  }

  get sizeBytes(): number {
    return this.rows.json.length;
  }

  /**
   * Gives its memory back at once: the runtime would leave that of many seconds lying about. Nothing is read of it any
   * more.
   */
  release(): void {
    this.rows.json.buffer.transfer(0);
  }

  text(row: number): string {
    const start = row === 0 ? 0 : (this.rows.ends[row - 1] ?? 0);
    return decoder.decode(this.rows.json.subarray(start, this.rows.ends[row] ?? start));
  }
}

/** Events that wait for one subscriber, and how far they bring it when it has had them. */
export type Delivery = {
  readonly collector: string;
  /** Where the subscriber stands in the collector once the delivery is empty. */
  readonly endId: number;
  /** Events that are left. */
  readonly left: number;
  /** Events that the subscriber does not get: skipped, or lost with a damaged file. */
  readonly gap: number;
  /** The batch that it holds on to; undefined: events from the store. */
  readonly batch: LiveBatch | undefined;
  next(): { id: number; text: string } | undefined;
};

/** The rows of a batch that one filter takes, above `floorId`. */
export function deliverRows(batch: LiveBatch, taken: Uint32Array, floorId: number): Delivery {
  const { ids } = batch.rows;
  let at = 0;
  while (at < taken.length && (ids[taken[at] ?? 0] ?? 0) <= floorId) at++;
  return {
    collector: batch.collector,
    endId: Math.max(floorId, batch.maxId),
    batch,
    gap: 0,
    get left() {
      return taken.length - at;
    },
    next() {
      const row = taken[at];
      if (row === undefined) return undefined;
      at++;
      return { id: ids[row] ?? 0, text: batch.text(row) };
    },
  };
}

/** Events that were read from the store. */
export function deliverStored(
  events: readonly { id: number; text: string }[],
  place: { collector: string; endId: number },
): Delivery {
  let at = 0;
  return {
    ...place,
    batch: undefined,
    gap: 0,
    get left() {
      return events.length - at;
    },
    next: () => events[at++],
  };
}

/** Takes the place of events that are not delivered. */
export function deliverGap(place: { collector: string; endId: number; gap: number }): Delivery {
  return { ...place, batch: undefined, left: 0, next: () => undefined };
}
