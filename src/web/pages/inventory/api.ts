import { answerOf, api, type Model } from "../../api/client";
import type { BulkChanges } from "./bulk-fields";
import { BATCH } from "../../api/batches";
import { noted } from "../../api/noted";

export async function updateDevices(ids: readonly number[], changes: BulkChanges): Promise<void> {
  await answerOf(
    api.POST("/api/v1/topology/devices/bulk-update", { body: { device_ids: [...ids], ...changes } }),
  );
}

export function deleteDevices(ids: readonly number[]) {
  return noted(api.POST("/api/v1/topology/devices/bulk-delete", { body: { device_ids: [...ids] } }));
}

/** What would go with the devices, by kind. A link between two batches is counted in both. */
export async function previewDeletion(
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (let start = 0; start < ids.length; start += BATCH) {
    const preview = await previewBatch(ids.slice(start, start + BATCH), signal);
    for (const [kind, { count }] of Object.entries(preview?.would_delete ?? {}))
      counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  return counts;
}

async function previewBatch(
  ids: readonly number[],
  signal: AbortSignal,
): Promise<Model<"DeletionPreview"> | null> {
  const { preview } = await answerOf(
    api.POST("/api/v1/topology/devices/bulk-delete", {
      params: { query: { dry_run: true } },
      body: { device_ids: [...ids] },
      signal,
    }),
  );
  return preview;
}
