import { move, transferableSymbol, valueSymbol } from "piscina";
import type { SheetData } from "../src/features/exports/sheet/data";
import { renderSheet } from "../src/features/exports/sheet/render";

/** Prints an inventory; see renderSheet. The caller gets the file, which moves there instead of being copied. */
export default async function renderSheetTask(data: SheetData): Promise<ReturnType<typeof move>> {
  const file = await renderSheet(data);
  // The thread may outlive the sheet by far: what fonts and pages took would stay with it until the next collection.
  Bun.gc(true);
  return move({ [transferableSymbol]: [file.buffer], [valueSymbol]: file });
}
