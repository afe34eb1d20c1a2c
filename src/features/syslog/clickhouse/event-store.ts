import type { EventStore } from "../store/event-store";
import { findAddressEvents } from "./address-events";
import { readBacklog } from "./backlog";
import { openExport } from "./export-pages";
import { countByValue, countFacets } from "./facets";
import { countByTime } from "./histogram";
import { type ClickHouseReader, explain } from "./reader";
import { getEvent, searchEvents } from "./search";
import { listCollectorsBehind, listNewestIds, sumStored, withinWait } from "./totals";
import { findUnusualForms } from "./unusual-forms";

/** Events as they lie in a table of ClickHouse. */
export function openClickHouseStore(reader: ClickHouseReader): EventStore {
  return {
    searchEvents: (wanted, signal) => searchEvents(reader, wanted, signal),
    getEvent: (id, signal) => getEvent(reader, id, signal),
    countByTime: (request, signal) => countByTime(reader, request, signal),
    countByValue: (request, signal) => countByValue(reader, request, signal),
    countFacets: (request, signal) => countFacets(reader, request, signal),
    findAddressEvents: (wanted, signal) => findAddressEvents(reader, wanted, signal),
    findUnusualForms: (request, signal) => findUnusualForms(reader, request, signal),
    openExport: (columns) => openExport(reader, columns),
    readBacklog: (wanted, signal) => readBacklog(reader, wanted, signal),
    listCollectorsBehind: (afterId) => explained(listCollectorsBehind(reader, afterId)),
    listNewestIds: () => explained(listNewestIds(reader, withinWait())),
    sumStored: () => explained(sumStored(reader)),
    settle: async () => reader.settle?.(),
  };
}

async function explained<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw explain(error);
  }
}
