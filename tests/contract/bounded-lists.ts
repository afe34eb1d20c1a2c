import { LIST_EXPORTS } from "../../src/features/exports/lists/lists";

/** They cannot grow beyond what one answer may hold. */
export const BOUNDED: Record<string, string> = {
  "/api/v1/auth/me/passkeys": "a user has at most 20",
  "/api/v1/topology/devices/{device_id}/identities": "at most 100, those seen last",
  "/api/v1/ipam/subnets/{subnet_id}/addresses": "at most 1,026; empty for larger subnets",
  "/api/v1/topology/devices/imports/{import_id}/rows":
    "always in pages; only an import makes its rows: tests/features/topology/import/verdicts.test.ts walks them",
  "/api/v1/import-sources": "as many as there are in the code",
  "/api/v1/imports/{run_id}/rows": "always in pages: tests/features/imports/csv.test.ts walks them",
  "/api/v1/configuration/kinds": "as many as there are in the code",
  "/api/v1/configuration/applies":
    "always in pages, of the last 50: tests/features/configuration/history.test.ts reads them",
  "/api/v1/discovery/scans": "the latest 20",
  "/api/v1/discovery/engines": "two",
  "/api/v1/syslog/formats/blocks": "as many as there are in the code",
  "/api/v1/topology/devices/{device_id}/tool-results":
    "a device has at most 100: tests/features/tools/kept-results.test.ts walks them",
  "/api/v1/discovery/observations": "at most 200, those seen last",
  "/api/v1/monitors/{monitor_id}/history": "at most 2,000: where there are more, they are thinned",
  "/api/v1/monitoring/devices": "read whole once, then by changed_since",
  "/api/v1/monitoring/devices/{device_id}/history": "at most 2,000: where there are more, they are thinned",
  "/api/v1/monitoring/service-checks/{target_id}/history":
    "at most 2,000: where there are more, they are thinned",
  "/api/v1/topology/devices/{device_id}/sensors": "at most 1,000 that were found, and 64 that were added",
  "/api/v1/alerts/deliveries":
    "always in pages, of 500 at most: tests/features/notifications/deliveries.test.ts walks them",
  "/api/v1/alerts/events":
    "always in pages, of 500 at most: tests/features/alerts/notices.test.ts walks them",
  "/api/v1/alerts/incidents": "the same",
  "/api/v1/trash": "always in pages, of 200 at most: tests/features/undo/trash.test.ts walks them",
  "/api/v1/bindings/at": "one for each address of the question, which has 10 at most",
  "/api/v1/topology/devices/{device_id}/attached":
    "in pages, of one switch each: tests/features/forwarding/forwarding.test.ts walks them",
  "/api/v1/topology/devices/{device_id}/attached/ports": "the same, of a switch's ports",
  "/api/v1/topology/devices/{device_id}/ports":
    "only polls make its rows: tests/features/ports/ports.test.ts walks its pages",
  "/api/v1/exports/scheduled-backups": "as many as the setting keeps, of which 90 is the most",
  "/api/v1/exports/inventory": "a file, whole by its nature",
  "/api/v1/exports/firewall": "a file, with a limit of its own",
  ...Object.fromEntries(
    LIST_EXPORTS.map(({ name }) => [`/api/v1/exports/${name}`, "a file, whole by its nature"]),
  ),
};
