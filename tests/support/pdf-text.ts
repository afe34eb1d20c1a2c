import { inflateSync } from "node:zlib";

/** A piece of text, and where it begins: points from the page's lower left corner. */
export type PlacedText = { x: number; y: number; size: number; text: string };
export type PdfPage = { width: number; height: number; texts: PlacedText[] };

/**
 * The texts of a PDF file page by page, as far as pdfkit writes files: whole objects in the open, compressed streams,
 * and fonts of glyph numbers that say which characters they stand for.
 */
export function readPdf(file: Uint8Array): PdfPage[] {
  const source = Buffer.from(file).toString("latin1");
  const objects = new Map<string, string>();
  for (const [, id = "", body = ""] of source.matchAll(/(\d+) 0 obj\n(.*?)\nendobj/gs)) objects.set(id, body);
  const characters = charactersByFont(objects);
  return [...objects.values()]
    .filter((body) => /\/Type \/Page\n/.test(body))
    .map((body) => {
      const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(body) ?? [];
      const content = streamOf(objects.get(/\/Contents (\d+) 0 R/.exec(body)?.[1] ?? ""));
      return { width: Number(width), height: Number(height), texts: [...textsOf(content, characters)] };
    });
}

/** Without spaces and line ends, as a text that was broken into lines has lost them. */
export function compactText(pages: readonly PdfPage[]): string {
  const texts = pages.flatMap((page) => page.texts.map(({ text }) => text));
  return compact(texts.join(""));
}

export function compact(text: string): string {
  return text.replace(/[\s\u200b]+/g, "");
}

/** Everything in the file that is compressed, in the open. */
export function inflateAll(file: Uint8Array): string {
  const source = Buffer.from(file).toString("latin1");
  return [...source.matchAll(/obj\n(.*?)\nendobj/gs)].map(([, body]) => streamOf(body)).join("\n");
}

function streamOf(object = ""): string {
  const stream = /stream\n(.*)\nendstream/s.exec(object)?.[1];
  if (stream === undefined) return "";
  const bytes = Buffer.from(stream, "latin1");
  return (object.includes("/FlateDecode") ? inflateSync(bytes) : bytes).toString("latin1");
}

type Characters = ReadonlyMap<string, string>;

function charactersByFont(objects: ReadonlyMap<string, string>): Map<string, Characters> {
  const fonts = new Map<string, Characters>();
  for (const body of objects.values())
    for (const [, name = "", id = ""] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? "")?.[1] ?? "";
      fonts.set(name, readCharacterMap(streamOf(objects.get(map))));
    }
  return fonts;
}

/** `<0000> <0002> [<0000> <004e> <0066 0069>]`: what each glyph from the first to the second stands for. */
function readCharacterMap(map: string): Characters {
  const characters = new Map<string, string>();
  for (const [, first = "", list = ""] of map.matchAll(/<(\w{4})> <\w{4}> \[(.*?)\]/gs))
    [...list.matchAll(/<([\w ]*)>/g)].forEach(([, codes = ""], place) => {
      const glyph = (Number.parseInt(first, 16) + place).toString(16).padStart(4, "0");
      const units = codes.split(" ").filter((code) => code !== "");
      characters.set(glyph, String.fromCharCode(...units.map((code) => Number.parseInt(code, 16))));
    });
  return characters;
}

function* textsOf(content: string, fonts: ReadonlyMap<string, Characters>): Generator<PlacedText> {
  const blocks = /1 0 0 1 ([-\d.]+) ([-\d.]+) Tm\n\/(F\d+) ([\d.]+) Tf\n(.*?)ET/gs;
  for (const [, x, y, font = "", size, shown = ""] of content.matchAll(blocks)) {
    const glyphs = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? []);
    const text = glyphs.map((glyph) => fonts.get(font)?.get(glyph) ?? "").join("");
    yield { x: Number(x), y: Number(y), size: Number(size), text };
  }
}
