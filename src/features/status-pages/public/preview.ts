import { eq } from "drizzle-orm";
import type { Db } from "#platform/database";
import { notFound } from "#platform/errors";
import { renderPage } from "./page-html";
import { readPublicPage } from "./public-page";
import { statusPages } from "../tables";

/** The page as HTML, read now. Throws 404. */
export async function previewStatusPage({ db }: { db: Db }, id: number): Promise<string> {
  const [row] = await db.select().from(statusPages).where(eq(statusPages.id, id));
  if (row === undefined) throw notFound("Status page not found");
  const page = await readPublicPage({ db, now: new Date() }, row);
  const note = row.isPublished ? "Preview of a published page" : "Preview: this page is not published";
  return renderPage(page, { note });
}
