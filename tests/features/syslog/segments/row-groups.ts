import { writeFile } from "node:fs/promises";
import { EVENT_COLUMNS } from "../../../../src/features/syslog/event/columns";
import { EventRows } from "../../../../src/features/syslog/encode/event-rows";
import { lineOf, type StoredMessage } from "../parse/parse-line";
import { FILE_START, writeFileEnd } from "../../../../src/features/syslog/parquet/file";

export type Line = Partial<StoredMessage> & { rawLog: string };

/** A file of row groups as ingest writes it, without a catalog; ids rise from behind `firstId` on. */
export async function writeRowGroups(
  path: string,
  groups: readonly (readonly Line[])[],
  firstId: number,
): Promise<void> {
  const rows = new EventRows();
  let id = firstId;
  const encoded = groups.map((lines) => {
    rows.begin(lines.length);
    for (const line of lines) {
      id += 1;
      rows.append(
        {
          id,
          receivedAtMicros: id,
          sender: "192.0.2.1",
          transport: "udp",
          truncated: false,
          originalBytes: 9,
        },
        lineOf(line),
      );
    }
    return rows.take();
  });
  const metadata = { plain_bytes: "1000", unparsed: "1" };
  const end = writeFileEnd({ schema: EVENT_COLUMNS, groups: encoded, metadata });
  await writeFile(path, Buffer.concat([FILE_START, ...encoded.map(({ bytes }) => bytes), end]));
}
