export {
  createCollectorReports,
  readCollector,
  startCollectorReports,
  type CollectorReport,
} from "./status/collector-reports";
export { readRelays } from "./relays/service";
export type { RelayRead } from "./relays/models";
export type { ClickHouseEvents } from "./clickhouse/reader";
export { examineClickHouse } from "./clickhouse/examine";
export { moveSegments } from "./clickhouse/move-segments";
export { eventTables } from "./clickhouse/schema";
export { startSyslog, type SyslogEngine } from "./engine";
export type { StoreStep, SyslogOptions } from "./engine-options";
export { describeListeners } from "./status/collector-state";
export { measureSyslog, type SyslogMeasure } from "./status/measure";
export { checkCollector, checkReceiving } from "./status/readiness";
export { readFormatMeasures } from "./status/format-measures";
export type { CollectorPeers } from "./status/peer-status";
export { syslogJobs } from "./jobs";
export { PeerDirectory, type LivePeer } from "./live/peers/directory";
export { FirewallEventBrief, FirewallEventRead } from "./event/models";
export { tryDatagramPort, tryStreamPort } from "./receive/sockets/try-port";
export type { LeaseSighting } from "./parse/leases/lease-sightings";
export type { AddressEvents } from "./store/event-store";
export { exportCsv, exportEvents, exportParquet, exportWholeEvents } from "./search/export/export-events";
export { openEventReader, type EventReader } from "./search/event-reader";
export { getHistogram, getTop, listAddressEvents, listEvents, listUnusualEvents } from "./search/service";
export { EventHistogramQuery, EventListQuery, searchFilters, UnknownFields } from "./search/models";
export { findUnknownFields } from "./query/unknown-fields";
export { countStoredEvents, getSyslogStatus } from "./status/syslog-status";
export { checkPattern } from "./watch/compile-pattern";
export type { PatternMatches, SeenSender, WatchDeps, WatchedPattern } from "./watch/patterns";
export { listListeningTimes, type ListeningTime } from "./watch/listening-times";
export { listSendersBeyondTheirRhythm, listSilentSenders } from "./watch/silent-senders";
export { segmentFileName } from "./segments/name";
export { withSegmentFile } from "./segments/segment-file";
export {
  forgetPlacedFiles,
  notePlacedFiles,
  readPlacedFiles,
  type PlacedFiles,
} from "./segments/placed-files";
export { compileFormat } from "./parse/own-formats/compile";
export {
  MAX_OWN_FORMATS,
  parserOf,
  TARGET_FIELDS,
  type FieldMapping,
  type OwnConditions,
  type OwnFormat,
} from "./parse/own-formats/definition";
export { BLOCKS } from "./parse/own-formats/pattern/blocks";
export { MAX_PATTERN_LENGTH } from "./parse/own-formats/pattern/pattern";
export type { FormatMeasure } from "./own-formats/own-formats";
export { ParsedEvent } from "./parse-test/models";
export { tryFormat } from "./parse-test/try-format";
export { SAVED_SEARCH_UNDOERS } from "./saved-searches/undo";
