import { expect, test } from "bun:test";
import {
  bulkFields,
  changesOf,
  missingValues,
  toBulkChanges,
} from "../../../../src/web/pages/inventory/bulk-fields";
import { givenRow } from "./given-row";

const fields = bulkFields({
  sites: [{ id: 7, name: "Berlin" }],
  groups: [{ id: 3, name: "core" }],
  types: [{ value: "switch", label: "Switch" }],
});

test("fields that are left are not sent at all", () => {
  expect(toBulkChanges(fields, { site_id: { mode: "set", value: "7" }, vendor: { mode: "leave" } })).toEqual({
    site_id: 7,
  });
});

test("clearing sends null, setting sends the value", () => {
  const choices = {
    site_id: { mode: "clear" },
    vendor: { mode: "clear" },
    monitoring_paused: { mode: "set", value: "true" },
    status: { mode: "set", value: "offline" },
    add_tags: { mode: "set", value: " lab, core ,lab," },
  } as const;
  expect(toBulkChanges(fields, choices)).toEqual({
    site_id: null,
    vendor: null,
    monitoring_paused: true,
    status: "offline",
    add_tags: ["lab", "core"],
  });
});

test("an SNMP profile is set by its number and told by its name, for those who may see which there are", () => {
  const known = bulkFields({
    sites: [],
    groups: [],
    types: [],
    snmpProfiles: [
      { id: 4, name: "Core" },
      { id: 5, name: "Access" },
    ],
  });
  const choices = { snmp_profile_id: { mode: "set", value: "5" } } as const;
  expect(toBulkChanges(known, choices)).toEqual({ snmp_profile_id: 5 });
  expect(changesOf(givenRow({ snmp_profile_id: 4 }), known, choices)).toEqual([
    { label: "SNMP profile", from: "Core", to: "Access" },
  ]);
  expect(fields.map(({ id }) => id)).not.toContain("snmp_profile_id");
});

test("nothing chosen is nothing to send: the service would clear the group", () => {
  expect(toBulkChanges(fields, {})).toBeUndefined();
  expect(toBulkChanges(fields, { vendor: { mode: "leave" } })).toBeUndefined();
});

test("a field that is to be set to nothing is named as missing", () => {
  expect(missingValues(fields, { vendor: { mode: "set", value: "  " }, os: { mode: "clear" } })).toEqual([
    "vendor",
  ]);
});

test("the preview says old and new, and nothing of a device that has the value already", () => {
  const choices = {
    site_id: { mode: "set", value: "7" },
    remove_tags: { mode: "set", value: "lab" },
  } as const;
  const row = givenRow({ site: "Hamburg", site_id: 1, tags: ["core", "lab"] });
  expect(changesOf(row, fields, choices)).toEqual([
    { label: "Site", from: "Hamburg", to: "Berlin" },
    { label: "Remove tags", from: "core, lab", to: "core" },
  ]);
  expect(changesOf(givenRow({ site: "Berlin", site_id: 7 }), fields, choices)).toEqual([]);
});
