import { answerOf, api, type Model } from "../../api/client";

export type LookedAt = Model<"DeviceCheckSuggestions">;
export type Suggestion = Model<"CheckSuggestion">;

/** The service looks at so many devices at once. */
const AT_ONCE = 50;

type Look = {
  deviceIds: readonly number[];
  /** What was found so far; the devices of each answer are by name. */
  onProgress: (devices: readonly LookedAt[], asked: number) => void;
  signal: AbortSignal;
};

/** Asks devices for their services, some of them at a time. */
export async function lookForServices({ deviceIds, onProgress, signal }: Look): Promise<LookedAt[]> {
  const found: LookedAt[] = [];
  for (let start = 0; start < deviceIds.length; start += AT_ONCE) {
    const batch = deviceIds.slice(start, start + AT_ONCE);
    const { devices } = await answerOf(
      api.POST("/api/v1/monitoring/suggestions", { body: { device_ids: batch }, signal }),
    );
    found.push(...devices);
    onProgress([...found], start + batch.length);
  }
  return found;
}

/** A check on a device that was chosen. */
export type Chosen = { deviceId: number; check: Suggestion["check"] };

/**
 * Adds what was chosen; gives how many checks are new. What is there already stays as it is, so that the same may be
 * sent again after one of the requests failed.
 */
export async function addChosen(chosen: readonly Chosen[]): Promise<number> {
  let created = 0;
  for (const alike of Map.groupBy(chosen, ({ check }) => JSON.stringify(check)).values()) {
    const [first] = alike;
    if (first === undefined) continue;
    const result = await answerOf(
      api.POST("/api/v1/monitoring/service-checks/bulk", {
        body: { device_ids: alike.map(({ deviceId }) => deviceId), check: first.check },
      }),
    );
    created += result.created;
  }
  return created;
}
