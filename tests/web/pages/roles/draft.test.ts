import { expect, test } from "bun:test";
import { changedRoles, toggleGrant } from "../../../../src/web/pages/roles/draft";

const SAVED = { Viewer: ["tools_passive"], Helpdesk: [] };

test("a permission is given and taken", () => {
  const given = toggleGrant(SAVED, { role: "Helpdesk", permission: "ipam_write" });
  expect(given).toEqual({ Viewer: ["tools_passive"], Helpdesk: ["ipam_write"] });
  expect(toggleGrant(given, { role: "Helpdesk", permission: "ipam_write" })).toEqual(SAVED);
});

test("only roles that differ are saved, whatever the order of their permissions", () => {
  const saved = { Viewer: ["tools_passive", "security_view"], Helpdesk: [] };
  const draft = { Viewer: ["security_view", "tools_passive"], Helpdesk: ["ipam_write"] };
  expect(changedRoles(saved, draft)).toEqual({ Helpdesk: ["ipam_write"] });
});

test("a role that is gone since is not brought back", () => {
  expect(changedRoles(SAVED, { Gone: ["ipam_write"] })).toEqual({});
});
