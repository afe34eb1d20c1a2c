import { expect, test } from "bun:test";
import { lineBody } from "../../../../src/web/components/event-table/event-fields";

test.each([
  ["from the program on", "<38>Nov 21 16:05:00 web-1 sshd[42]: Failed", "sshd", "web-1", "sshd[42]: Failed"],
  [
    "behind the host",
    "<166>Nov 21 2026 16:05:00 asa : %ASA-4-106023: Deny",
    null,
    "asa",
    "%ASA-4-106023: Deny",
  ],
  ["behind the priority", "<189>date=2026-11-21 devname=fg", null, "fg", "date=2026-11-21 devname=fg"],
  [
    "without what a header of RFC 5424 leaves open, and without structured data",
    '<13>1 2026-11-28T15:29:26Z nas root - - [timeQuality tzKnown="1" note="a \\"]\\" b"] first line',
    "root",
    "nas",
    "root: first line",
  ],
  [
    "with process and kind of RFC 5424",
    "<30>1 2026-11-28T15:29:26Z fw charon 812 IKE - \uFEFFup",
    "charon",
    "fw",
    "charon[812] IKE: up",
  ],
  [
    "with its structured data where it has no message",
    '<14>1 2026-11-28T15:29:26Z srx RT_FLOW - RT_FLOW_SESSION_DENY [junos@2636 source-port="7"]',
    "RT_FLOW",
    "srx",
    'RT_FLOW RT_FLOW_SESSION_DENY: [junos@2636 source-port="7"]',
  ],
  [
    "as it is where its structured data has no end",
    "<14>1 2026-11-28T15:29:26Z srx app - - [open",
    "app",
    "srx",
    "app - - [open",
  ],
  ["whole where there is no header", "anything", null, null, "anything"],
])("a line is shown %s", (_, line, app, host, shown) => {
  expect(lineBody({ raw_log: line, app, source_host: host })).toBe(shown);
});
