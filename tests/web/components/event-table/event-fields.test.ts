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
  ["whole where there is no header", "anything", null, null, "anything"],
])("a line is shown %s", (_, line, app, host, shown) => {
  expect(lineBody({ raw_log: line, app, source_host: host })).toBe(shown);
});
