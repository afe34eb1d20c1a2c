const TABLE_RECORDS = 12;
const TABLE_RECORD_BYTES = 16;
const MAP_RECORDS = 4;
const MAP_RECORD_BYTES = 8;
const GROUPS = 16;
const GROUP_BYTES = 12;

/**
 * The characters that a TrueType file has glyphs for, as HarfBuzz writes files: in a character map (`cmap`) of format
 * 12 where there are some beyond the first plane, else of format 4, whose segments have no gaps.
 * https://learn.microsoft.com/en-us/typography/opentype/spec/cmap
 */
export function charactersOf(font: Uint8Array): Set<string> {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength);
  const characters = new Set<string>();
  const start = findTable(view, "cmap");
  if (start === undefined) return characters;
  for (let map = 0; map < view.getUint16(start + 2); map++) {
    const subtable = start + view.getUint32(start + MAP_RECORDS + map * MAP_RECORD_BYTES + 4);
    for (const [first, last] of rangesOf(view, subtable))
      for (let code = first; code <= last; code++) characters.add(String.fromCodePoint(code));
  }
  return characters;
}

function findTable(view: DataView, name: string): number | undefined {
  for (let table = 0; table < view.getUint16(4); table++) {
    const record = TABLE_RECORDS + table * TABLE_RECORD_BYTES;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((place) => view.getUint8(record + place)));
    if (tag === name) return view.getUint32(record + 8);
  }
  return undefined;
}

function* rangesOf(view: DataView, subtable: number): Generator<[first: number, last: number]> {
  const format = view.getUint16(subtable);
  if (format === 12)
    for (let group = 0; group < view.getUint32(subtable + 12); group++) {
      const place = subtable + GROUPS + group * GROUP_BYTES;
      yield [view.getUint32(place), view.getUint32(place + 4)];
    }
  if (format !== 4) return;
  const segmentBytes = view.getUint16(subtable + 6);
  // The last segment is there by rule, for a character that is none.
  for (let segment = 0; segment < segmentBytes - 2; segment += 2)
    yield [
      view.getUint16(subtable + GROUPS + segmentBytes + segment),
      view.getUint16(subtable + GROUPS - 2 + segment),
    ];
}
