import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Enclosures } from "#features/notifications";
import type { Db } from "#platform/database";
import { mailedReports } from "../tables";

/** The reports that mails have with them. */
export function createReportEnclosures(db: Db): Enclosures {
  return {
    async read(enclosure) {
      const [row] = await db
        .select({ content: mailedReports.content })
        .from(mailedReports)
        .where(and(eq(mailedReports.id, enclosure), isNotNull(mailedReports.content)));
      if (row === undefined || row.content === null) return undefined;
      return { name: "netatlas-network-report.pdf", contentType: "application/pdf", content: row.content };
    },
    async isSent({ enclosure, recipient }) {
      const [row] = await db
        .select({ outcomes: mailedReports.outcomes })
        .from(mailedReports)
        .where(eq(mailedReports.id, enclosure));
      return row?.outcomes[recipient]?.error === null;
    },
    async note({ enclosure, recipient }, failure) {
      const error = failure === null ? sql`'null'::jsonb` : sql`to_jsonb(${failure}::text)`;
      await db
        .update(mailedReports)
        .set({
          outcomes: sql`${mailedReports.outcomes} || jsonb_build_object(${recipient}::text, jsonb_build_object(
            'at', (extract(epoch FROM now()) * 1000)::float8, 'error', ${error}))`,
        })
        .where(eq(mailedReports.id, enclosure));
    },
  };
}
