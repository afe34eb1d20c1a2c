import { parseDocument, routesOf, type Document, type DocumentedRoute } from "./conformance";
import { startService } from "./service-process";

/** `bun run generate:safe-writes`: writes docs/safe-writes.md, the table of every write, from the OpenAPI document. */

export const SAFE_WRITES_FILE = "docs/safe-writes.md";

const INTRODUCTION = `# Safe writes

<!-- Written by \`bun run generate:safe-writes\`. The text is in tests/support/safe-writes-page.ts, the table is the OpenAPI document. -->

Every write of the API, and what makes it safe to send. A dash says that there is nothing to be had, as no write that adds an object has an object to be
compared; where something could be expected and is not there, the list below the table says why. The document has the same, for programs:
\`x-natural-key\`, \`x-acts-outside\`, \`x-no-dry-run\`, \`x-no-idempotency-key\` and \`x-no-if-match\`.

## Trying: \`?dry_run=true\`

Nothing is changed. Every refusal is the one that the write would get, rights included; success is 200 with

\`\`\`json
{ "would_answer": { "id": 8, "name": "attic" }, "would_change": [{ "action": "topology.site_created", "before": null, "after": {} }] }
\`\`\`

what the write would answer, and what the audit log would show. Of a write that does something outside of the database (sends, scans, asks a device) the trial goes as far as
that, and says in \`would_do\` what would come: nothing is sent, and nothing counts for a limit. Secrets that a write makes are not
made: a text stands in their place. Most deletions answer \`would_delete\` and \`would_unassign\` instead. An Idempotency-Key stays unused. At most two
trials run at once; more wait, of one user up to 32, and users take turns. What finds no place is 503 with \`Retry-After\`.

## Writing by natural key: \`POST …?mode=upsert\`

What a POST would add may be there already. With \`mode\` it is found by its natural key, which the table names:

| \`mode\` | There is one | There is none |
|---|---|---|
| absent | as ever: one more, or 409 where the key is unique | added, 201 |
| \`create\` | 409 | added, 201 |
| \`update\` | changed, 200 | 404 |
| \`upsert\` | changed, 200 | added, 201 |
| \`skip\` | left alone and answered as it is, 200 | added, 201 |

The body is that of a new object, checked as that. Of one that is there **only the fields that the body names are changed**, as a PATCH with them would: the others
keep their values. Where nothing differs nothing is written: no audit entry, the same entity tag. (Of a secret nobody can say whether it differs: naming one
writes it.) The answer is the object, with its \`ETag\`.

Whoever sends the same key at the same time waits, so that many who send the same make one. Where several objects have the key, as devices may share a name, it is 409 with their
ids. \`If-Match\` is heeded: 412 where the object is another by now, or there is none. \`dry_run\`, \`Idempotency-Key\` and undo work as for any write.

Devices are known as [the import](moving-in.md) knows them: by MAC address, else IP address, else name (host name, else display name, in any case); a device with
another MAC address, address *and* name is another device. Three writes of other kinds find what is there without \`mode\`: \`POST /api/v1/admin/roles\` leaves a role that is there
as it is, \`POST /api/v1/topology/layouts\` replaces the caller's layout of that name, and \`PUT /api/v1/topology/devices/by-mac/{mac_address}\` makes a device all that is sent: absent fields get their
usual values.

A write that knows no natural key refuses \`mode\` (422), as one that knows no trial refuses \`dry_run\`; either of them given twice is refused as well.

## Once: \`Idempotency-Key\`

A request that got no answer may be sent again under its key and is carried out once: [idempotency keys](idempotency.md).

## Unchanged since: \`If-Match\`

With the \`ETag\` of the object as it was read a PUT, PATCH or DELETE is carried out if it is still that, else 412.`;

/** The page as Markdown, before the formatter aligns its tables. */
export function safeWritesPage(document: Document): string {
  const writes = routesOf(document)
    .filter(({ method }) => method !== "GET")
    .toSorted((one, other) => (one.path + one.method < other.path + other.method ? -1 : 1));
  const rows = writes.map((write) => `| ${rowOf(write).join(" | ")} |`);
  const table = ["| Write | Trial | Natural key | Once | If-Match |", "|---|---|---|---|---|", ...rows];
  const acting = sectionOf("What is done outside of the database", writes, "x-acts-outside");
  const untried = sectionOf("Why there is no trial", writes, "x-no-dry-run");
  const unkeyed = sectionOf("Why there is no Idempotency-Key", writes, "x-no-idempotency-key");
  const unversioned = sectionOf("Why there is no If-Match", writes, "x-no-if-match");
  return `${[INTRODUCTION, "## Every write", table.join("\n"), acting, untried, unkeyed, unversioned].join("\n\n")}\n`;
}

const nameOf = ({ method, path }: DocumentedRoute) => `\`${method} ${path.replace("/api/v1", "")}\``;

function rowOf(write: DocumentedRoute): string[] {
  const { operation, method } = write;
  const takes = (name: string) => operation.parameters?.some((parameter) => parameter.name === name) === true;
  const isOfObject = method !== "POST";
  return [
    nameOf(write),
    takes("dry_run")
      ? operation["x-acts-outside"] !== undefined
        ? "up to what it does outside"
        : "yes"
      : "no",
    operation["x-natural-key"] ?? "-",
    takes("Idempotency-Key") ? "yes" : operation.security?.length === 0 ? "no caller" : "no",
    takes("If-Match") ? "yes" : isOfObject ? "no" : "-",
  ];
}

type Reason = "x-acts-outside" | "x-no-dry-run" | "x-no-idempotency-key" | "x-no-if-match";

function sectionOf(title: string, writes: readonly DocumentedRoute[], field: Reason): string {
  const grouped = Map.groupBy(writes, ({ operation }) => operation[field]);
  const lines = [...grouped].flatMap(([reason, which]) =>
    reason === undefined ? [] : [`- ${capital(reason)} ${which.map(nameOf).join(", ")}`],
  );
  return [`## ${title}`, lines.join("\n")].join("\n\n");
}

/** As a sentence. */
function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}

/** As the house writes it. */
export async function formattedPage(document: Document): Promise<string> {
  const format = Bun.spawn([process.execPath, "fmt", "--stdin-filepath", SAFE_WRITES_FILE], {
    stdin: new Blob([safeWritesPage(document)]),
    stdout: "pipe",
    stderr: "inherit",
  });
  const text = await format.stdout.text();
  if ((await format.exited) !== 0) throw new Error(`cannot format ${SAFE_WRITES_FILE}`);
  return text;
}

if (import.meta.main) {
  const service = await startService();
  try {
    const document = parseDocument(await (await fetch(`${service.url}/api/openapi.json`)).json());
    await Bun.write(SAFE_WRITES_FILE, await formattedPage(document));
  } finally {
    await service.remove();
  }
}
