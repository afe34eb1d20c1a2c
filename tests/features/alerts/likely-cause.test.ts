import { describe, expect, test } from "bun:test";
import { likelyCauseOf } from "../../../src/features/alerts/why/likely-cause";
import type { AlertWhy } from "../../../src/features/alerts/why/models";

const OPENED = new Date("2026-11-24T12:00:00Z");
const at = (minutesBefore: number) => new Date(OPENED.getTime() - minutesBefore * 60_000).toISOString();

const NOTHING: Omit<AlertWhy, "likely_cause"> = {
  behind: { count: 0, devices: [] },
  port: null,
  maintenance: [],
  together: [],
  own_network: null,
  changes: null,
  log: null,
};
const PORT = { device: { id: 3, name: "sw3" }, port: "Gi0/14", status: "down", changed_at: at(1) };
const ENDED = { id: 1, title: "Firmware", ended_at: at(4) };
const CHANGED = { at: at(3), who: "anna", action: "topology.device_updated", detail: null };
const OTHER = { id: 2, title: "other", opened_at: at(0) };
const log = (lines: number, usual: number) => ({
  from: at(2),
  to: at(-2),
  lines,
  usual_lines: usual,
  worst: [],
});

const causeOf = (facts: Partial<typeof NOTHING>) => likelyCauseOf({ ...NOTHING, ...facts }, OPENED);

describe("the likely cause", () => {
  test.each<[string, Partial<typeof NOTHING>, string, string]>([
    ["a port that went down", { port: PORT }, "Port Gi0/14 of sw3, where it hangs, is down", "likely"],
    ["a port that is down since long", { port: { ...PORT, changed_at: at(600) } }, "Port Gi0/14", "possible"],
    [
      "maintenance that just ended",
      { maintenance: [ENDED] },
      'Maintenance "Firmware" ended 4 min before',
      "likely",
    ],
    [
      "our own network, before all else",
      { own_network: { unknown: 12, watched: 15 }, port: PORT },
      "12 of 15 watched things could not be asked around that time",
      "likely",
    ],
    ["a change", { changes: [CHANGED] }, "anna changed it 3 min before", "possible"],
    ["what failed with it", { together: [OTHER, OTHER, OTHER] }, "3 other things failed", "possible"],
    [
      "unusually many lines",
      { log: log(40, 2.5) },
      "It sent 40 lines around that time, and usually sends 2.5",
      "possible",
    ],
  ])("is %s", (_, facts, sentence, certainty) => {
    const cause = causeOf(facts);
    expect(cause?.sentence).toStartWith(sentence);
    expect<string | undefined>(cause?.certainty).toBe(certainty);
  });

  test.each<[string, Partial<typeof NOTHING>]>([
    ["nothing was found", {}],
    ["the port is up", { port: { ...PORT, status: "up" } }],
    ["the port's status is not known", { port: { ...PORT, status: null } }],
    ["the change was hours ago", { changes: [{ ...CHANGED, at: at(240) }] }],
    ["one other thing failed", { together: [OTHER] }],
    ["it always sends that much", { log: log(40, 30) }],
    ["it sent hardly anything", { log: log(6, 0) }],
  ])("is not told where %s", (_, facts) => {
    expect(causeOf(facts)).toBeNull();
  });

  test("is the strongest of several", () => {
    const all = { port: PORT, maintenance: [ENDED], changes: [CHANGED], together: [OTHER, OTHER, OTHER] };
    expect(causeOf(all)?.sentence).toStartWith("Port");
    expect(causeOf({ ...all, port: null })?.sentence).toStartWith("Maintenance");
  });
});
