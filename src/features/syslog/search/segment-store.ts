import { listNewestIds, sumSegments } from "../segments/catalog/catalog";
import type { EventStore } from "../store/event-store";
import { readExportPage } from "./export/export-page";
import { findAddressEvents } from "./results/address-events";
import { countFacets } from "./results/facets";
import { countByTime } from "./results/histogram";
import { countByValue } from "./results/top";
import { findUnusualForms } from "./results/unusual";
import { listCollectorsBehind, readBacklog } from "./scan/backlog";
import { BatchReader } from "./scan/batch-reader";
import type { SearchContext } from "./scan/limits";
import { getEvent, searchEvents } from "./search";

/**
 * Events as they lie in Parquet segments, read by DuckDB. `exports` has a DuckDB of its own, as each thread of one keeps
 * a row group of a file in memory; absent: that of searches.
 */
export function openSegmentStore({
  search,
  exports = search,
}: {
  search: SearchContext;
  exports?: SearchContext;
}): EventStore {
  const { db } = search;
  return {
    searchEvents: (wanted, signal) => searchEvents(search, wanted, signal),
    getEvent: (id, signal) => getEvent(search, id, signal),
    countByTime: (request, signal) => countByTime(search, request, signal),
    countByValue: (request, signal) => countByValue(search, request, signal),
    countFacets: (request, signal) => countFacets(search, request, signal),
    findAddressEvents: (wanted, signal) => findAddressEvents(search, wanted, signal),
    findUnusualForms: (request, signal) => findUnusualForms(search, request, signal),
    async openExport(columns) {
      const asOf = await listNewestIds(exports.db);
      const events = new BatchReader(exports, columns);
      return {
        batch: events.batch,
        read: (page, signal) => readExportPage(exports, { ...page, asOf, events }, signal),
      };
    },
    readBacklog: (wanted, signal) => readBacklog(search, wanted, signal),
    listCollectorsBehind: (afterId) => listCollectorsBehind(db, afterId),
    listNewestIds: () => listNewestIds(db),
    sumStored: () => sumSegments(db),
    settle: async () => search.settle?.(),
  };
}
