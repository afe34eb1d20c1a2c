import { describe, expect, test } from "bun:test";
import type { OpenIncidents } from "../../../../../src/web/api/incidents";
import type { SyslogStatus } from "../../../../../src/web/api/syslog-status";
import type { IpamSummary, MonitoringOverview } from "../../../../../src/web/pages/dashboard/api";
import { findAttention, SILENT_MS } from "../../../../../src/web/pages/dashboard/attention/attention";
import { givenIpam, givenSender, givenStatus } from "../given";

const NOW = Date.parse("2026-11-21T12:00:00Z");

type Given = {
  status?: SyslogStatus;
  ipam?: IpamSummary;
  overview?: MonitoringOverview;
  open?: OpenIncidents;
};
const found = ({ status, ipam, overview, open }: Given) =>
  findAttention({ status, ipam, overview, open, now: NOW });
const textsOf = (given: Given) => found(given).map(({ text }) => text);

test("a healthy network needs no attention", () => {
  expect(textsOf({ status: givenStatus(), ipam: givenIpam() })).toEqual([]);
});

test("what is not known yet is no finding", () => {
  expect(textsOf({})).toEqual([]);
});

describe("each of these is said, with its number", () => {
  test.each<[Partial<SyslogStatus>, string]>([
    [{ losses: { kernel: 2, journal_full: 1201 } }, "1,203 messages lost since start"],
    [{ losses: { kernel: 1 } }, "1 message lost since start"],
    [{ store_error: "disk full" }, "Received lines are not becoming searchable"],
    [{ journal: { ...givenStatus().journal, refusal: "disk_full" } }, "Syslog messages are not taken now"],
    [{ quarantine: ["chunk-1"] }, "1 file of events is damaged or set aside"],
    [{ tls_certificate: { valid_until: null, problem: "expired" } }, "The TLS certificate is not used"],
  ])("%p", (status, text) => {
    expect(textsOf({ status: givenStatus(status) })).toEqual([text]);
  });

  test("a listener that is not open", () => {
    const [open] = givenStatus().listeners;
    if (open === undefined) throw new Error("the given status has a listener");
    const listeners = [open, { ...open, state: "retrying" as const }];
    expect(textsOf({ status: givenStatus({ listeners }) })).toEqual(["1 listener is not open"]);
  });

  test("address conflicts", () => {
    expect(textsOf({ ipam: givenIpam({ conflict_count: 3 }) })).toEqual(["3 address conflicts"]);
  });
});

test("what is down is counted by kind, and leads to the list of it; other standings are not", () => {
  const counts = [
    { standing: "down" as const, devices: 2, services: 0, monitors: 1 },
    { standing: "unreachable" as const, devices: 50, services: 80, monitors: 0 },
  ];
  expect(found({ overview: { counts, worst: [] } })).toEqual([
    { text: "2 devices down", href: "/monitoring?state=down", isBad: true },
    { text: "1 monitor down", href: "/monitoring?tab=monitors&state=down", isBad: true },
  ]);
});

test("open incidents are counted, the critical ones apart; these are bad", () => {
  const wordsOf = (total: number, critical: number) =>
    found({ open: { incidents: [], total, critical } }).map(({ text, isBad }) => [text, isBad]);
  expect(wordsOf(0, 0)).toEqual([]);
  expect(wordsOf(1, 0)).toEqual([["1 open incident", false]]);
  expect(wordsOf(1203, 2)).toEqual([["1,203 open incidents, 2 critical", true]]);
});

test("a sender is silent after an hour, not before; the sum of the others never is", () => {
  const at = (age: number) => new Date(NOW - age).toISOString();
  const senders = [
    givenSender({ sender: "192.0.2.1", last_seen_at: at(SILENT_MS + 1) }),
    givenSender({ sender: "192.0.2.2", last_seen_at: at(SILENT_MS) }),
    givenSender({ sender: "192.0.2.3", last_seen_at: null }),
    givenSender({ sender: "other", last_seen_at: at(SILENT_MS * 9) }),
  ];
  expect(textsOf({ status: givenStatus({ senders }) })).toEqual(["1 sender silent for over an hour"]);
});

test("what is bad stands before what is worth a look", () => {
  const status = givenStatus({
    losses: { kernel: 1 },
    senders: [givenSender({ last_seen_at: "2026-11-20T00:00:00Z" })],
  });
  const findings = found({ status, ipam: givenIpam({ conflict_count: 1 }) });
  expect(findings.map(({ isBad }) => isBad)).toEqual([true, false, false]);
});
