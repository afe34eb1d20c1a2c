import { expect, test } from "bun:test";
import { eventTitle } from "../../../../src/web/components/event-table/event-title";

const NONE = {
  verdict: null,
  action: null,
  src_ip: null,
  dst_ip: null,
  dst_port: null,
  raw_log: "<38>Jun  1 12:00:00 web-1 sshd[7]: Failed password for root",
  app: "sshd",
  source_host: "web-1",
};

test.each([
  [
    { verdict: "deny", src_ip: "10.10.10.19", dst_ip: "203.0.113.15", dst_port: 123 },
    "Deny 10.10.10.19 -> 203.0.113.15:123",
  ],
  [
    { verdict: "allow", src_ip: "2001:db8::1", dst_ip: "2001:db8::2", dst_port: 22 },
    "Allow 2001:db8::1 -> [2001:db8::2]:22",
  ],
  [{ verdict: "drop", src_ip: "10.0.0.1", dst_ip: "10.0.0.2" }, "Drop 10.0.0.1 -> 10.0.0.2"],
  [
    { verdict: "other", action: "close", src_ip: "10.0.0.1", dst_ip: "10.0.0.2" },
    "Close 10.0.0.1 -> 10.0.0.2",
  ],
  [{ verdict: "deny", src_ip: "10.0.0.1" }, "Deny from 10.0.0.1"],
  [{ dst_ip: "10.0.0.2", dst_port: 53 }, "to 10.0.0.2:53"],
  [{}, "sshd[7]: Failed password for root"],
])("an event is called by what became of which flow, or by its line: %p", (fields, title) => {
  expect(eventTitle({ ...NONE, ...fields })).toBe(title);
});

test("a long line is cut", () => {
  const title = eventTitle({ ...NONE, raw_log: `sshd[7]: ${"word ".repeat(200)}` });
  expect(title.length).toBeLessThanOrEqual(90);
  expect(title).toEndWith("…");
});
