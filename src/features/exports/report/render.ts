import pdfmake from "pdfmake";
import type { Document } from "./content";
import type { ReportData } from "./data";
import { buildDocument } from "./document";
import { compose } from "./fonts/compose";

/** Nothing is ever fetched or read by the printer itself: its fonts are handed to it. */
const nobody = () => false;
pdfmake.setUrlAccessPolicy(nobody);
pdfmake.setLocalAccessPolicy(nobody);

/** Prints a report as a PDF file. Takes some seconds of processor time, so it is for a worker. */
export function renderReport(data: ReportData): Promise<Uint8Array<ArrayBuffer>> {
  return printDocument(buildDocument(data));
}

/** Sets the texts of a document and prints it. */
export async function printDocument(document: Document): Promise<Uint8Array<ArrayBuffer>> {
  const sample = document.footer(2, 2);
  const { content, fonts, typesetter } = await compose(
    document.content,
    sample === undefined ? [] : [sample],
  );
  const footer = (page: number, pages: number) => {
    const made = document.footer(page, pages);
    return made && typesetter.typeset(made);
  };
  for (const [name, { normal, bold }] of fonts) {
    pdfmake.virtualfs.writeFileSync(fileOf(name, "normal"), Buffer.from(normal));
    pdfmake.virtualfs.writeFileSync(fileOf(name, "bold"), Buffer.from(bold));
  }
  pdfmake.setFonts(
    Object.fromEntries(
      [...fonts.keys()].map((name) => [name, { normal: fileOf(name, "normal"), bold: fileOf(name, "bold") }]),
    ),
  );
  const file = await pdfmake.createPdf({ ...document, content, footer }).getBuffer();
  return new Uint8Array(file);
}

function fileOf(font: string, weight: string): string {
  return `${font}-${weight}.ttf`;
}
