/** The largest imports, and what sends one: `bun tests/bench/import-files.ts <url> <API key> <kind> <rows>`. */

export const KINDS = ["json", "again", "equal", "csv", "leases"] as const;
export type Kind = (typeof KINDS)[number];

export function isKind(text: string): text is Kind {
  return KINDS.some((kind) => kind === text);
}

type Sent = { path: string; type: string; body: string };

const DEVICES = "/api/v1/topology/devices/import";

const addressOf = (at: number) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;

const deviceOf = (at: number, notes: string) => ({
  name: `device-${at}`,
  hostname: `sw-${at}.example.net`,
  ip_address: addressOf(at),
  device_type: "switch",
  notes,
});

const listOf = <Row>(rows: number, rowOf: (at: number) => Row) =>
  Array.from({ length: rows }, (_, at) => rowOf(at));

const json = (devices: object[]) => ({
  path: `${DEVICES}?mode=upsert&on_error=row`,
  type: "application/json",
  body: JSON.stringify({ devices }),
});

const FILES: Record<Kind, (rows: number) => Sent[]> = {
  json: (rows) => [json(listOf(rows, (at) => deviceOf(at, "a note of a usual length for a device")))],
  again: (rows) => [
    json(listOf(rows, (at) => deviceOf(at, "a note of a usual length for a device"))),
    json(listOf(rows, (at) => deviceOf(at, "another note, so that every device is changed"))),
  ],
  equal: (rows) => [
    {
      path: `${DEVICES}?dry_run=true`,
      type: "application/json",
      body: `[${listOf(rows, () => '{"name":"a"}').join()}]`,
    },
  ],
  csv: (rows) => [
    {
      path: `${DEVICES}?mode=upsert&on_error=row`,
      type: "text/csv",
      body: `label,hostname,ip\n${listOf(rows, (at) => `device-${at},sw-${at}.example.net,${addressOf(at)}`).join("\n")}`,
    },
  ],
  leases: (rows) => [
    {
      path: "/api/v1/ipam/dhcp-leases/import",
      type: "text/plain",
      body: listOf(rows, (at) => `0 00:00:5e:00:53:01 ${addressOf(at)} host-${at} *`).join("\n"),
    },
  ],
};

if (import.meta.main) {
  const [, , url = "", key = "", kind = "", rows = ""] = process.argv;
  if (!isKind(kind)) throw new Error(`no such import: ${kind}`);
  for (const { path, type, body } of FILES[kind](Number(rows))) {
    const answer = await fetch(url + path, {
      method: "POST",
      headers: { "X-API-Key": key, "Content-Type": type },
      body,
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${kind}: ${answer.status} ${text.slice(0, 500)}`);
  }
}
