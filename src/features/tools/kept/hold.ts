import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { escapeControls } from "#platform/control-characters";
import type { Db } from "#platform/database";
import { toolResults } from "../tables";
import type { KeptFinding } from "./finding";

/** What is longer is answered, and cannot be kept. */
const LONGEST_BYTES = 256 * 1024;
/** Of a user, those that nobody has kept yet. */
const HELD_PER_USER = 50;

/** Holds a result for whoever asked, so that it can be kept. Gives its id; null: it is too long. */
export async function holdResult(
  db: Db,
  { userId, finding }: { userId: number; finding: KeptFinding },
): Promise<number | null> {
  const sizeBytes = Buffer.byteLength(JSON.stringify(finding.result));
  if (sizeBytes > LONGEST_BYTES) return null;
  const text = JSON.stringify(finding, storable);
  const [row] = await db
    .insert(toolResults)
    .values({ userId, finding: sql`${text}::text::jsonb`, sizeBytes })
    .returning({ id: toolResults.id });
  if (row === undefined) throw new Error("our bug: an insert gave no row");
  await forgetOlder(db, userId);
  return row.id;
}

/** The database's JSON takes neither NUL nor half of a surrogate pair, which peers may send. Line ends are text. */
function storable(_: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  return value
    .toWellFormed()
    .split("\n")
    .map((line) => escapeControls(line))
    .join("\n");
}

async function forgetOlder(db: Db, userId: number): Promise<void> {
  const older = db
    .select({ id: toolResults.id })
    .from(toolResults)
    .where(and(eq(toolResults.userId, userId), isNull(toolResults.deviceId)))
    .orderBy(desc(toolResults.id))
    .offset(HELD_PER_USER)
    // Calls that end at the same moment do not wait for each other.
    .for("update", { skipLocked: true });
  await db.delete(toolResults).where(and(inArray(toolResults.id, older), isNull(toolResults.deviceId)));
}
