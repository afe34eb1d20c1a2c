import type { Listed, ReportData, WatchState } from "../../../../src/features/exports/report/data";

const DAY = 86_400_000;
const HOUR = DAY / 24;
const FROM = Date.UTC(2026, 9, 26, 9, 30);

/** Of 120 characters and without a place to break. */
export const LONG_NAME = "core-switch-".repeat(10);
/** The same in two scripts, whose fonts change at each hyphen. */
export const LONG_MIXED_NAME = "Москва-коммутатор-".repeat(7).slice(0, 120);
/** Names of many scripts. */
export const NAMES = [
  "zürich-düsseldorf-ångström",
  "Αθήνα-διακομιστής",
  "Москва-маршрутизатор",
  "北京办公室交换机",
  "東京サーバー室",
  "서울 사무실 스위치",
  "מתג משרד תל אביב",
  "موزع مكتب القاهرة",
  "rocket 🚀 and family 👨‍👩‍👧",
  "printer-สำนักงาน",
  LONG_MIXED_NAME,
];

function all<Row>(rows: Row[], total = rows.length): Listed<Row> {
  return { rows, total };
}

const STATES: readonly WatchState[] = [
  "up",
  "up",
  "up",
  "down",
  "unreachable",
  "maintenance",
  "unwatched",
  "unknown",
];

/** A report with something in each section; the same at each call. */
export function sampleReport(change: Partial<ReportData> = {}): ReportData {
  const days = Array.from({ length: 31 }, (_, place) => place);
  const names = [...NAMES, LONG_NAME, "sw-berlin-1", "sw-berlin-2", "fw-hamburg"];
  const devices = names.map((name, place) => ({
    name,
    address: place === 3 ? "2001:db8:1234:5678:9abc:def0:1234:5678" : `10.20.0.${place + 1}`,
    type: place % 3 === 0 ? "switch" : "server",
    state: STATES[place % STATES.length] ?? "up",
    group: place % 2 === 0 ? "office" : null,
    site: place % 4 === 0 ? "Berlin" : "Αθήνα",
  }));
  return {
    product: "Netatlas",
    version: "0.3.0",
    author: "morgan",
    generatedMs: FROM + 30 * DAY,
    fromMs: FROM,
    toMs: FROM + 30 * DAY,
    timeZone: "Europe/Berlin",
    paper: "A4",
    inventory: {
      devices: 1204,
      groups: 12,
      sites: 3,
      links: 1310,
      states: { up: 1180, down: 3, unreachable: 12, unwatched: 9 },
      bySite: all([
        { name: "Berlin", devices: 640, down: 1 },
        { name: "Αθήνα", devices: 320, down: 2 },
        { name: null, devices: 244, down: 0 },
      ]),
      byType: all([
        { name: "switch", devices: 420 },
        { name: "server", devices: 380 },
        { name: "access point", devices: 300 },
        { name: null, devices: 104 },
      ]),
      list: all(devices, 1204),
    },
    availability: {
      targets: 1310,
      upMs: 30 * DAY * 1310 - 40 * HOUR,
      downMs: 40 * HOUR,
      days: days.map((place) => ({
        startMs: FROM - (FROM % DAY) + place * DAY,
        upMs: place === 12 ? 0.972 * DAY : DAY * (1 - (place % 5) * 0.0004),
        downMs: place === 12 ? 0.028 * DAY : DAY * (place % 5) * 0.0004,
      })),
      worst: all(
        names.slice(5).map((name, place) => ({
          name,
          kind: place % 2 === 0 ? "device" : "service",
          upMs: 30 * DAY,
          downMs: (20 - 2 * place) * HOUR,
          outages: 3 + place,
        })),
        23,
      ),
    },
    outages: {
      open: 1,
      lostMs: 46 * HOUR,
      ...all(
        names.slice(4).map((name, place) => ({
          name,
          startedMs: FROM + (2 + place) * DAY,
          endedMs: place === 0 ? null : FROM + (2 + place) * DAY + (10 - place) * HOUR,
          lastedMs: (12 - place) * HOUR,
          cause:
            place === 2
              ? null
              : place === 3
                ? `TLS: ${"certificate has expired ".repeat(30)}`
                : "no answer within 2 s",
        })),
        48,
      ),
    },
    alerts: {
      open: 1,
      ...all([
        {
          title: `${LONG_NAME} is now OFFLINE`,
          severity: "critical",
          openedMs: FROM + 3 * DAY,
          resolvedMs: null,
          lastedMs: 5 * HOUR,
          resolution: null,
          acknowledgedBy: "kim",
        },
        {
          title: "10.20.0.0/24 is 95 % full",
          severity: "warning",
          openedMs: FROM + DAY,
          resolvedMs: FROM + 2 * DAY,
          lastedMs: DAY,
          resolution: "Below the threshold again",
          acknowledgedBy: null,
        },
      ]),
    },
    events: {
      retentionDays: 30,
      failure: null,
      total: 18_420_311,
      verdicts: { allow: 14_100_000, deny: 2_100_000, drop: 1_900_000, reject: 120_311, other: 200_000 },
      lastDay: { blocked: 140_233, passed: 470_114 },
      buckets: days.map((place) => ({
        startMs: FROM + place * DAY,
        counts:
          place < 2
            ? null
            : {
                allow: 470_000 + 30_000 * (place % 7),
                deny: 70_000 + 9000 * (place % 4),
                drop: 60_000,
                reject: 4000,
                other: 7000,
              },
      })),
      isPartial: false,
      blockedSources: [
        "203.0.113.7",
        "198.51.100.23",
        "2001:db8:85a3:8d3:1319:8a2e:370:7348",
        "192.0.2.99",
        "203.0.113.200",
      ].map((value, place) => ({ value, count: 90_000 - 14_000 * place })),
      blockedDestinations: ["10.20.0.5", "10.20.0.80", "10.20.1.9", "10.20.7.7", "10.20.0.1"].map(
        (value, place) => ({
          value,
          count: 60_000 - 9000 * place,
        }),
      ),
    },
    addresses: {
      subnets: 34,
      used: 3120,
      total: 12_954,
      conflicts: 1,
      reservations: 210,
      leases: 890,
      fullest: all(
        [97, 88, 76, 51, 30, 22, 10, 4, 1, 0].map((percent, place) => ({
          name: place === 1 ? LONG_NAME : `office ${place}`,
          cidr: place === 4 ? "2001:db8:1234:5678::/120" : `10.20.${place}.0/24`,
          used: String(Math.round(2.54 * percent)),
          total: "254",
          percent,
        })),
        34,
      ),
    },
    certificates: all([
      { name: "intranet", subject: "https://intranet.example.net/", expiresMs: FROM + 28 * DAY },
      { name: LONG_NAME, subject: `https://${LONG_NAME}.example.net/`, expiresMs: FROM + 41 * DAY },
    ]),
    map: {
      name: "Rack view",
      savedMs: FROM + 4 * DAY,
      devices: Array.from({ length: 40 }, (_, place) => ({
        x: 300 * Math.cos(place * 0.7) * (1 + place / 20),
        y: 220 * Math.sin(place * 0.7) * (1 + place / 20),
        name: names[place % names.length] ?? "",
        state: STATES[place % STATES.length] ?? "up",
      })),
      links: Array.from({ length: 39 }, (_, place) => ({ from: place, to: place + 1 })),
      left: 3,
    },
    ...change,
  };
}

/** Of a system in which nothing is and nothing has happened. */
export function emptyReport(change: Partial<ReportData> = {}): ReportData {
  return sampleReport({
    inventory: {
      devices: 0,
      groups: 0,
      sites: 0,
      links: 0,
      states: {},
      bySite: all([]),
      byType: all([]),
      list: all([]),
    },
    availability: { targets: 0, upMs: 0, downMs: 0, days: [], worst: all([]) },
    outages: { open: 0, lostMs: 0, ...all([]) },
    alerts: { open: 0, ...all([]) },
    events: null,
    addresses: { subnets: 0, used: 0, total: 0, conflicts: 0, reservations: 0, leases: 0, fullest: all([]) },
    certificates: all([]),
    map: null,
    ...change,
  });
}
