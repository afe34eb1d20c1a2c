import { describe, expect, test } from "bun:test";
import { parseRuleFormSearch } from "../../../../src/web/pages/alert-rule-form/search";
import { hasTiming } from "../../../../src/web/pages/alert-rule-form/timing/timing-values";
import {
  describeField,
  nameBehind,
  newRule,
  RULES,
  toRule,
  valuesOf,
  whereChoices,
  type RuleValues,
} from "../../../../src/web/pages/alert-rule-form/values";

const values = (changes: Partial<RuleValues>) => ({ ...newRule({}), ...changes });

describe("a new rule is about what it was begun from", () => {
  test.each([
    ["device", { event_type: "device_offline", device_id: 7 }],
    ["check", { event_type: "service_down", port_target_id: 7 }],
    ["monitor", { event_type: "monitor_down", monitor_id: 7 }],
  ])("%s", (name, expected) => {
    expect(toRule(newRule(parseRuleFormSearch({ [name]: "7" })))).toMatchObject(expected);
  });

  test("or about every device", () => {
    expect(parseRuleFormSearch({ device: "0", check: "x" })).toEqual({});
    expect(toRule(newRule({}))).toMatchObject({ device_id: null, scope: null, monitor_id: null });
  });
});

describe("a rule on log lines is called by its search", () => {
  const begun = newRule(parseRuleFormSearch({ q: "sshd failed" }));

  test("from the beginning, and as the search changes", () => {
    expect(begun.name).toBe("Log lines match “sshd failed”");
    expect(nameBehind(begun, { log_query: "sshd accepted " })).toBe("Log lines match “sshd accepted”");
    expect(nameBehind(begun, { log_query: "" })).toBe("Log lines match a search");
    expect(nameBehind(begun, { event_type: "device_offline" })).toBe("A device goes down");
    expect(nameBehind({ ...begun, name: " " }, { log_query: "x" })).toBe("Log lines match “x”");
  });

  test("unless somebody has named it", () => {
    const named = { ...begun, name: "Guessed passwords" };
    expect(nameBehind(named, { log_query: "sshd accepted" })).toBe("Guessed passwords");
    expect(nameBehind(named, { event_type: "device_offline" })).toBe("Guessed passwords");
  });

  test("cut where the search is longer than a name may be", () => {
    const { name } = newRule(parseRuleFormSearch({ q: "x".repeat(500) }));
    expect(name).toHaveLength(120);
    expect(name).toEndWith("x…”");
  });
});

test("what was filled in for another type is not sent", () => {
  const typed = {
    where: "device",
    device_id: "7",
    threshold_ms: "200",
    threshold_percent: "80",
    for_minutes: "5",
  };
  expect(toRule(values({ ...typed, event_type: "rtt_above" }))).toMatchObject({
    device_id: 7,
    threshold_ms: 200,
    threshold_percent: null,
    for_minutes: 5,
  });
  expect(toRule(values({ ...typed, event_type: "ipam_utilisation" }))).toMatchObject({
    device_id: null,
    threshold_ms: null,
    threshold_percent: 80,
  });
  expect(toRule(values({ ...typed, event_type: "device_online" }))).toMatchObject({ for_minutes: 0 });
  expect(whereChoices("disk_low")).toEqual([]);
});

test("a stored rule is shown as it is, and sent as it was", () => {
  const stored = {
    id: 3,
    name: "Switches",
    enabled: false,
    event_type: "ping_loss_above" as const,
    device_id: null,
    device_name: null,
    port_target_id: null,
    port_target_label: null,
    monitor_id: null,
    monitor_name: null,
    scope: { types: ["switch"], tags: [], group_ids: [], site_ids: [4], networks: [] },
    severity: "critical" as const,
    channels: ["profile:3", "ntfy"],
    cooldown_minutes: 60,
    for_minutes: 2,
    notify_recovery: false,
    threshold_ms: null,
    loss_pct_threshold: 12.5,
    loss_window_minutes: 30,
    threshold_percent: null,
    days_before: null,
    log_query: null,
    log_lines: null,
    log_window_minutes: 5,
    log_comparison: "at_least" as const,
    per_sender: false,
    sender: null,
    silent_minutes: null,
    title_template: "{{device.name}}",
    text_template: null,
    acknowledge_link: false,
    schedule: null,
    quiet_hours: {
      time_zone: "Europe/Berlin",
      windows: [{ days: ["sat" as const, "sun" as const], begins: "00:00", ends: "24:00" }],
      except_critical: false,
    },
    bundle_minutes: 5,
    escalation: [{ after_minutes: 15, channels: ["profile:3"] }],
    timing_state: "tells" as const,
    timing_until: null,
    last_triggered_at: null,
    created_at: "2026-11-21T10:50:00.000Z",
    updated_at: "2026-11-21T10:50:00.000Z",
  };
  expect(stored).toMatchObject(toRule(valuesOf(stored)));
});

test("a rule on log lines asks for what its type has, and for nothing else", () => {
  const typed = {
    log_query: " sshd failed ",
    log_lines: "5",
    log_comparison: "fewer_than",
    per_sender: true,
    silent_minutes: "30",
    where: "sender",
    sender: "192.0.2.1",
  };
  expect(toRule(values({ ...typed, event_type: "log_pattern" }))).toMatchObject({
    log_query: "sshd failed",
    log_lines: 5,
    log_comparison: "at_least",
    per_sender: true,
    sender: null,
    silent_minutes: null,
  });
  expect(toRule(values({ ...typed, event_type: "log_rate" }))).toMatchObject({
    log_comparison: "fewer_than",
    per_sender: false,
  });
  expect(toRule(values({ ...typed, event_type: "sender_silent" }))).toMatchObject({
    log_query: null,
    log_lines: null,
    sender: "192.0.2.1",
    silent_minutes: 30,
  });
  expect(newRule({ q: "failed" })).toMatchObject({ event_type: "log_pattern", log_query: "failed" });
});

describe("what is missing or wrong is said where the type has the field", () => {
  test("a bound that the type needs", () => {
    const slow = values({ event_type: "rtt_above" });
    expect(RULES.threshold_ms("", slow)).not.toBeNull();
    expect(RULES.threshold_ms("0", slow)).toBe("A whole number from 1 to 60000");
    expect(RULES.threshold_ms("1.5", slow)).not.toBeNull();
    expect(RULES.threshold_ms("250", slow)).toBeNull();
    expect(RULES.threshold_ms("", values({}))).toBeNull();
    expect(RULES.loss_pct_threshold("12.5", values({ event_type: "ping_loss_above" }))).toBeNull();
    expect(RULES.days_before("", values({ event_type: "certificate_expiry" }))).toBeNull();
  });

  test("the search of log lines, and how many", () => {
    expect(RULES.log_query(" ", values({ event_type: "log_pattern" }))).not.toBeNull();
    expect(RULES.log_query("", values({}))).toBeNull();
    expect(RULES.log_lines("", values({ event_type: "log_pattern" }))).toBeNull();
    expect(RULES.log_lines("", values({ event_type: "log_rate" }))).not.toBeNull();
    expect(RULES.sender("", values({ event_type: "sender_silent", where: "sender" }))).not.toBeNull();
  });

  test("the thing that it is about", () => {
    expect(RULES.device_id("", values({ where: "device" }))).not.toBeNull();
    expect(RULES.device_id("", values({ where: "device", event_type: "monitor_down" }))).toBeNull();
    expect(RULES.things([], values({ where: "scope" }))).not.toBeNull();
    expect(RULES.monitor_id("", values({ where: "monitor", event_type: "monitor_down" }))).not.toBeNull();
  });
});

describe("when it tells is folded until something is said of it, and then", () => {
  const hours = (windows: RuleValues["schedule"]["windows"], zone = "UTC") => ({ time_zone: zone, windows });
  const night = { days: ["mon"], begins: "22:00", ends: "07:00" };
  const step = (after_minutes: string, ...channels: string[]) => ({ after_minutes, channels });

  test("is nothing at first", () => {
    expect(hasTiming(newRule({}))).toBe(false);
    expect(toRule(newRule({}))).toMatchObject({
      schedule: null,
      quiet_hours: null,
      bundle_minutes: 0,
      escalation: [],
    });
    expect(hasTiming(values({ quiet_hours: hours([night]) }))).toBe(true);
  });

  test.each([
    [hours([]), null],
    [hours([night]), null],
    [hours([{ ...night, begins: "00:00", ends: "00:00" }]), null],
    [hours([night], " "), "The time zone is missing"],
    [hours([{ ...night, days: [] }]), "Each needs a day"],
    [hours([{ ...night, ends: "22:00" }]), "Each needs a beginning and another end"],
    [hours([{ ...night, ends: "" }]), "Each needs a beginning and another end"],
  ])("hours %j: %p", (given, problem) => {
    expect(RULES.schedule(given)).toBe(problem);
  });

  test.each([
    [[], [], null],
    [[step("10", "smtp"), step("30", "smtp")], ["ntfy"], null],
    [[step("10", "smtp")], [], "Choose above who is told first"],
    [[step("10")], ["ntfy"], "Choose whom each of them tells"],
    [[step("0", "smtp")], ["ntfy"], "Whole minutes from 1 to 10080"],
    [[step("10", "smtp"), step("10", "ntfy")], ["ntfy"], "Each has to be later than the one before"],
  ])("steps %j after %j: %p", (steps, channels, problem) => {
    expect(RULES.escalation(steps, { event_type: "device_offline", channels })).toBe(problem);
  });

  test("has steps only for what lasts", () => {
    const happens = values({ event_type: "new_device", escalation: [step("")] });
    expect(RULES.escalation(happens.escalation, happens)).toBeNull();
    expect(toRule(happens)).toMatchObject({ escalation: [] });
  });

  test("reads as people say it where two are compared", () => {
    expect(describeField("schedule", hours([night]))).toBe("Mon between 22:00 and 07:00 (UTC)");
    expect(describeField("schedule", hours([]))).toBe("none");
    expect(describeField("escalation", [step("10", "smtp")])).toBe("smtp after 10 min");
  });
});
