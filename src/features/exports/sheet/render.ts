import { printDocument } from "../report/render";
import type { SheetData } from "./data";
import { buildSheet } from "./document";

/** Prints an inventory as a PDF file. Takes some seconds of processor time, so it is for a worker. */
export function renderSheet(data: SheetData): Promise<Uint8Array<ArrayBuffer>> {
  return printDocument(buildSheet(data));
}
