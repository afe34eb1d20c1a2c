import type { Db } from "#platform/database";
import { compileFilters, type EventFilters } from "./compile";
import { compileDevice } from "./device";
import type { Predicate } from "./predicate";

export type TimeWindow = { start_time?: Date | undefined; end_time?: Date | undefined };

/** Filters as they came in. */
export type RequestedFilters = Omit<EventFilters, "startMicros" | "endMicros"> &
  TimeWindow & { device_id?: number | undefined };

/**
 * What an event must be like. @throws ApiError for a filter that cannot have its value, or a device that there is not.
 */
export async function compileRequest(engine: { db: Db }, filters: RequestedFilters): Promise<Predicate> {
  const { device_id: deviceId, start_time: start, end_time: end, ...rest } = filters;
  const predicate = compileFilters({ ...rest, ...toMicros({ start_time: start, end_time: end }) });
  if (deviceId === undefined) return predicate;
  return {
    ...predicate,
    conditions: [...predicate.conditions, await compileDevice(engine.db, deviceId)],
  };
}

/** A time given to the millisecond means all of that millisecond: events are kept to the microsecond. */
function toMicros({ start_time: start, end_time: end }: TimeWindow) {
  return {
    startMicros: start === undefined ? undefined : start.getTime() * 1000,
    endMicros: end === undefined ? undefined : end.getTime() * 1000 + 999,
  };
}
