import { expect, test } from "bun:test";
import { readActions } from "../../support/audit-actions";
import { foldRuns } from "../../../src/web/format/audit-runs";
import { auditSentence, type AuditFacts } from "../../../src/web/format/audit-sentence";

const NAMES = {
  "device:7": "printer-3",
  "device:8": "core",
  "site:1": "A",
  "site:2": "B",
  "group:4": "Office",
};

const say = (facts: Partial<AuditFacts>) =>
  auditSentence({ action: "", target: null, detail: null, actor_username: "Anna", ...facts }, NAMES);

const changed = (before: object, after: object, target = "device:7") =>
  say({ action: "topology.device_updated", target, before, after });

test("a change of place is a move, by the places' names", () => {
  const when = { updated_at: "2026-11-26" };
  expect(changed({ site_id: 1, ...when }, { site_id: 2 })).toBe("Anna moved printer-3 from site A to site B");
  expect(changed({ site_id: null }, { site_id: 9 })).toBe("Anna moved printer-3 from no site to site 9");
  expect(
    changed(
      { topology_group_id: null, topology_group: "Ungrouped" },
      { topology_group_id: 4, topology_group: "Office" },
    ),
  ).toBe("Anna moved printer-3 from no group to group Office");
});

test("one short field is said with its values, more by their names", () => {
  expect(changed({ notes: "a" }, { notes: "b" })).toBe("Anna changed notes of printer-3 from “a” to “b”");
  expect(changed({ notes: null }, { notes: "b" })).toBe("Anna set notes of printer-3 to “b”");
  expect(changed({ notes: "a" }, { notes: null })).toBe("Anna cleared notes of printer-3");
  expect(changed({ notes: "a" }, { notes: "b".repeat(99) })).toBe("Anna changed notes of printer-3");
  expect(changed({ tags: ["a"] }, { tags: [] })).toBe("Anna changed tags of printer-3");
  expect(changed({ notes: "a", site_id: 1, vlan_id: "3" }, { notes: "b", site_id: 2, vlan_id: "4" })).toBe(
    "Anna changed notes, site and vlan of printer-3",
  );
});

test("what was made and removed is called as it was called", () => {
  const link = { source_device_id: 7, target_device_id: 8 };
  expect(say({ action: "topology.relationship_deleted", target: "relationship:3", before: link })).toBe(
    "Anna deleted link printer-3 – core",
  );
  expect(say({ action: "topology.site_created", target: "site:attic", after: { name: "attic" } })).toBe(
    "Anna added site attic",
  );
  expect(
    say({
      action: "ipam.reservation_deleted",
      target: "reservation:3",
      before: { label: "tv", ip_address: "192.0.2.1" },
    }),
  ).toBe("Anna deleted reservation tv");
  expect(say({ action: "apikey.revoked", target: "apikey:3" })).toBe("Anna revoked API key 3");
});

test("many at once are counted", () => {
  expect(say({ action: "topology.devices_bulk_updated", target: "count:2", before: { 7: {}, 8: {} } })).toBe(
    "Anna changed 2 devices at once",
  );
  expect(
    say({ action: "topology.devices_bulk_imported", after: { created: [1, 2, 3], updated: { 7: {} } } }),
  ).toBe("Anna imported 3 devices, and changed 1 by it");
});

test("an undo says what it took back, and who did nothing by hand has a name, too", () => {
  const undone = { action: "topology.device_deleted", target: "device:7" };
  expect(say({ action: "audit.undone", target: "audit:5", after: undone })).toBe(
    "Anna took back: deleted device printer-3",
  );
  expect(say({ action: "auth.login_failed", target: "user:bob", actor_username: null })).toBe(
    "Somebody failed to sign in as bob",
  );
  expect(say({ action: "monitoring.packing", actor_username: null })).toBe("The service did “Packing”");
});

test("whatever the service writes into the audit log has words, and when it is taken back, too", async () => {
  const actions = await readActions();
  expect(actions.length).toBeGreaterThan(150);
  const wordless = (action: string) => {
    const facts = { action, target: "thing:x" };
    const undone = { action: "audit.undone", target: "audit:5", after: facts };
    return [facts, { ...facts, action: `${action}.rows` }, undone]
      .map(say)
      .filter((text) => /did “/.test(text));
  };
  expect(actions.flatMap(wordless)).toEqual([]);
});

test("who was locked out, let in by another service or only scanned is told as what happened", () => {
  const nobody = { actor_username: null };
  expect(say({ ...nobody, action: "auth.lockout_ended", target: "user:bob" })).toBe(
    "Somebody went on trying to sign in as bob while locked out",
  );
  expect(say({ ...nobody, action: "auth.login_blocked", target: "ip:2001:db8::/64" })).toBe(
    "Somebody was kept from signing in from 2001:db8::/64",
  );
  expect(say({ ...nobody, action: "apikey.auth_failed", target: "ip:192.0.2.7" })).toBe(
    "The service locked 192.0.2.7 out after wrong API keys",
  );
  expect(say({ ...nobody, action: "auth.oidc_login_failed" })).toBe(
    "Somebody failed to sign in by single sign-on",
  );
  expect(say({ ...nobody, action: "auth.oidc_login_failed", target: "user:bob" })).toBe(
    "Somebody failed to sign in by single sign-on as bob",
  );
  expect(say({ action: "auth.oidc_role_synced", after: { role: "Viewer" } })).toBe(
    "Anna was given the role Viewer by single sign-on",
  );
  const scheduled = { ...nobody, target: "scan:3" };
  expect(say({ ...scheduled, action: "discovery.scheduled_scan_failed" })).toBe(
    "The service ran the scheduled scan 3, which failed",
  );
  const relay = { action: "relay.forgotten", target: "relay:0f3a" };
  expect(say({ ...relay, detail: "name=branch office lines=7" })).toBe("Anna forgot the relay branch office");
  expect(say({ action: "backup.scheduled_deleted", target: "a_b.tar" })).toBe(
    "Anna deleted the backup a_b.tar",
  );
});

test("exports, tools and the like are told as what was done", () => {
  expect(say({ action: "export.firewall", target: null })).toBe("Anna exported events");
  expect(say({ action: "maintenance.ended", target: "maintenance:3" })).toBe("Anna ended maintenance 3");
  const backup = { action: "backup.verified", target: "x.tar" };
  expect(say({ ...backup, detail: "ok" })).toBe("Anna verified the backup x.tar");
  expect(say({ ...backup, detail: "failed: no such file" })).toBe(
    "Anna found that the backup x.tar cannot be restored",
  );
  const ofService = { actor_username: null, target: "user:admin" };
  expect(say({ action: "setup.initial_admin_created", ...ofService })).toBe(
    "The service made admin the first administrator",
  );
  expect(say({ action: "export.report_pdf", target: null })).toBe("Anna exported a network report");
  expect(say({ action: "tools.ping", target: "2001:db8::1" })).toBe("Anna pinged 2001:db8::1");
  expect(say({ action: "auth.admin_password_reset", target: "user:$&" })).toBe(
    "Anna reset the password of $&",
  );
  const released = { action: "ipam.reservation_released", target: "reservation:4", before: { label: "nas" } };
  expect(say(released)).toBe("Anna freed nas, whose reservation had expired");
});

test("a thing without a name is called by its kind once", () => {
  const deleted = { action: "monitor.deleted", target: "monitor:3" };
  expect(say(deleted)).toBe("Anna deleted monitor 3");
  expect(say({ action: "audit.undone", target: "audit:5", after: deleted })).toBe(
    "Anna took back: deleted monitor 3",
  );
  expect(say({ action: "syslog.format_deleted", target: "log_format:3" })).toBe("Anna deleted log format 3");
  expect(say({ action: "admin.oidc_settings_updated", target: "settings:oidc" })).toBe(
    "Anna changed single sign-on settings",
  );
  expect(say({ action: "backup.target_updated", target: "backup-target" })).toBe(
    "Anna changed backup target",
  );
  expect(say({ action: "ipam.subnet_deleted.rows", target: "subnet:3", after: { name: "Office" } })).toBe(
    "Anna kept what can come back of: deleted subnet Office",
  );
});

test("repeated refreshes are one line, whatever others do meanwhile", () => {
  let id = 100;
  const at = (seconds: number, action: string, user = 1) => {
    id -= 1;
    return {
      id,
      action,
      actor_user_id: user,
      target: "user:anna",
      created_at: new Date(seconds * 1000).toISOString(),
    };
  };
  const refresh = "auth.refresh_rotated";
  const runs = foldRuns([
    at(9000, refresh),
    at(8990, "topology.site_created"),
    at(8985, "topology.site_created"),
    at(8980, refresh, 2),
    at(8880, refresh),
    at(100, refresh),
  ]);
  expect(
    runs.map(({ newest, count, spanMs }) => [newest.action, newest.actor_user_id, count, spanMs]),
  ).toEqual([
    [refresh, 1, 2, 120_000],
    ["topology.site_created", 1, 1, 0],
    ["topology.site_created", 1, 1, 0],
    [refresh, 2, 1, 0],
    [refresh, 1, 1, 0],
  ]);
});
