import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Db } from "#platform/database";
import { EventRows } from "../../src/features/syslog/encode/event-rows";
import { parseMessage } from "../../src/features/syslog/parse/message";
import { commitRange, loadStoredThrough } from "../../src/features/syslog/segments/catalog/catalog";
import type { EventDatabase } from "../../src/features/syslog/segments/duckdb";
import { commitMerge, listMergeInputs } from "../../src/features/syslog/segments/catalog/merge-catalog";
import { planMerges } from "../../src/features/syslog/segments/merge/plan";
import { MergeProcess } from "../../src/features/syslog/segments/merge/process";
import { type ChunkRows, SegmentDraft } from "../../src/features/syslog/segments/ingest/draft";
import { mergeSegments } from "../../src/features/syslog/segments/merge/merge";
import { swapSegmentFiles } from "../../src/features/syslog/segments/segment-file";
import { type SegmentFolders, writeSegment } from "../../src/features/syslog/segments/ingest/segment-writer";
import { givenLease } from "../support/maintenance";
import type { LineSource } from "./event-lines";

export type BenchStore = { db: Db; database: EventDatabase; folders: SegmentFolders };

export const COLLECTOR = "be4c4be4c4be";
const SEGMENT_ROWS = 110_000;
/** About what a chunk of the journal holds. */
const GROUP_ROWS = 10_000;
/** So many events arrive in a second, where nothing else is said. */
const RATE = 200_000;
const FLOWS = 8;
const BATCH = 64;

export type Fill = { events: number; lineOf: LineSource; startMicros: number; perSecond?: number };

/** Fills a store with segments as ingest writes them; the next is parsed while one is written. */
export async function fillStore(store: BenchStore, fill: Fill): Promise<void> {
  const { events, lineOf, startMicros, perSecond = RATE } = fill;
  const encoder = new TextEncoder();
  let writing: Promise<void> = Promise.resolve();
  let position = await loadStoredThrough(store.db, COLLECTOR);
  const rows = new EventRows();
  for (let first = 0; first < events; first += SEGMENT_ROWS) {
    const count = Math.min(SEGMENT_ROWS, events - first);
    const micros = (index: number) => startMicros + Math.floor(((first + index) * 1e6) / perSecond);
    const groups: ChunkRows[] = [];
    for (let start = 0; start < count; start += GROUP_ROWS) {
      const end = Math.min(start + GROUP_ROWS, count);
      rows.begin(end - start);
      for (let index = start; index < end; index++) {
        const receivedAtMicros = micros(index);
        const line = encoder.encode(lineOf(first + index, new Date(receivedAtMicros / 1000)));
        const sender = `192.0.2.${1 + (Math.floor((first + index) / BATCH) % FLOWS)}`;
        const arrival = {
          id: receivedAtMicros,
          receivedAtMicros,
          sender,
          transport: "udp",
          truncated: false,
        } as const;
        const message = parseMessage(line, { receivedAtMicros, sender });
        rows.append({ ...arrival, originalBytes: line.length }, message);
      }
      groups.push({
        ...rows.take(),
        skipIndex: rows.skipIndex,
        end: position + end,
        minReceivedAtMicros: micros(start),
        maxReceivedAtMicros: micros(end - 1),
        minId: micros(start),
        maxId: micros(end - 1),
        isOrdered: true,
        unparsed: 0,
      });
    }
    await writing;
    writing = storeRows(store, position, groups);
    position += count;
  }
  await writing;
}

async function storeRows(store: BenchStore, start: number, groups: readonly ChunkRows[]): Promise<void> {
  const draft = new SegmentDraft(store.folders.temporary, { collector: COLLECTOR, start });
  for (const group of groups) await draft.append(group);
  await draft.seal();
  const segment = await writeSegment(draft, store);
  await draft.discard();
  const { end } = draft.summary.range;
  const range = {
    collector: COLLECTOR,
    start,
    end,
    segment,
    rows: segment.rowCount,
    unparsed: 0,
    skipped: 0,
  };
  if (!(await commitRange(store.db, range))) throw new Error("the collector has moved");
}

/** Merges what there is as compaction would while the day lasts, or after its end. */
export async function mergeStore(store: BenchStore, { isDayOver }: { isDayOver: boolean }): Promise<void> {
  const lease = await givenLease(store.db, "bench");
  const merger = new MergeProcess();
  for (;;) {
    const merges = planMerges(await listMergeInputs(store.db), isDayOver ? "dt=9999-12-31" : "dt=0000-01-01");
    if (merges.length === 0) return merger.close();
    for (const merge of merges) {
      const merged = await mergeSegments(
        { ...store, merger, mayRename: async () => undefined },
        merge,
        lease.signal,
      );
      await commitMerge(store.db, lease, { inputs: merge.inputs, merged });
      swapSegmentFiles(store.folders.events, { shown: [merged.path], hidden: [] });
      for (const { path } of merge.inputs) await rm(join(store.folders.events, path));
    }
  }
}
