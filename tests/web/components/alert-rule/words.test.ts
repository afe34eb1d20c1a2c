import { describe, expect, test } from "bun:test";
import { EVENT_KINDS, kindLabel } from "../../../../src/web/components/alert-rule/event-kinds";
import { aboutWords, deedWords, type RuleDeed } from "../../../../src/web/components/alert-rule/words";

const rule = (fields: Partial<RuleDeed> = {}): RuleDeed => ({
  event_type: "device_offline",
  things: [],
  threshold_ms: null,
  loss_pct_threshold: null,
  loss_window_minutes: 60,
  threshold_percent: null,
  days_before: null,
  log_query: null,
  log_lines: null,
  log_window_minutes: 5,
  log_comparison: "at_least",
  per_sender: false,
  sender: null,
  silent_minutes: null,
  severity: "warning",
  channels: ["Operators"],
  for_minutes: 0,
  cooldown_minutes: 30,
  notify_recovery: true,
  enabled: true,
  ...fields,
});

describe("what a rule is about", () => {
  const berlin = { kind: "site" as const, id: 4, name: "Berlin" };
  const types = ["router", "switch"].map((name) => ({ kind: "type" as const, id: null, name }));
  test.each<[Partial<RuleDeed>, string]>([
    [{}, "A device goes down"],
    [{ device: "core-1" }, "Core-1 goes down"],
    [{ things: [...types, berlin] }, "A device of type router or switch and site Berlin goes down"],
    [{ event_type: "service_down", check: "SSH" }, "The check SSH is down"],
    [{ event_type: "service_down", device: "core-1" }, "A service on core-1 is down"],
    [
      { event_type: "monitor_slow", monitor: "Portal", threshold_ms: 900 },
      "The monitor Portal answers slowly, over 900 ms",
    ],
    [
      { event_type: "ping_loss_above", loss_pct_threshold: 20, loss_window_minutes: 90 },
      "A device loses pings, more than 20 % within 1 h 30 min",
    ],
    [{ event_type: "log_pattern", log_query: "sshd failed" }, "Log lines match “sshd failed”"],
    [
      { event_type: "log_pattern", log_query: "failed", log_lines: 5, per_sender: true, device: "fw-1" },
      "Log lines of fw-1 match “failed”, 5 or more from one sender within 5 min",
    ],
    [
      {
        event_type: "log_rate",
        log_query: "action:block",
        log_lines: 1200,
        log_window_minutes: 60,
        log_comparison: "fewer_than",
      },
      "Log lines match “action:block”, fewer than 1,200 within 1 h",
    ],
    [{ event_type: "sender_silent" }, "A sender of log lines goes silent, far longer than it usually pauses"],
    [
      { event_type: "sender_silent", sender: "192.0.2.1", silent_minutes: 30 },
      "The sender 192.0.2.1 goes silent for 30 min",
    ],
    [{ event_type: "ipam_utilisation" }, "A subnet is almost full, 90 % or more"],
    [
      { event_type: "certificate_expiry", days_before: 7 },
      "A service has a certificate that expires soon, 7 days before",
    ],
    [{ event_type: "of_a_newer_version" }, "Of_a_newer_version"],
  ])("%p", (fields, words) => {
    expect(aboutWords(rule(fields))).toBe(words);
  });

  test("no two types are called the same", () => {
    const labels = EVENT_KINDS.map(({ value }) => kindLabel(value));
    expect(new Set(labels).size).toBe(EVENT_KINDS.length);
  });
});

describe("what a rule will do", () => {
  test("who is told, when not again, and of its end", () => {
    expect(deedWords(rule({ for_minutes: 5, severity: "critical", channels: ["Operators", "ntfy"] }))).toBe(
      "When a device goes down and that lasts for 5 min, a critical incident is opened and Operators and ntfy are told: " +
        "about the same thing not again within 30 min, and once more when it is over.",
    );
  });

  test("what has no end opens no incident, and nobody waits for its end", () => {
    expect(deedWords(rule({ event_type: "device_online", for_minutes: 5 }))).toBe(
      "When a device answers again, it is listed as warning and Operators is told: about the same thing not again within 30 min.",
    );
  });

  test("that nobody is told, or nothing is found, is said", () => {
    expect(deedWords(rule({ channels: [] }))).toEndWith("nobody is told, as no channel is chosen.");
    expect(deedWords(rule({ enabled: false }))).toContain("finds nothing");
  });

  test("a number that is being typed is no number yet", () => {
    expect(deedWords(rule({ event_type: "rtt_above", threshold_ms: Number.NaN }))).not.toContain("NaN");
  });
});
