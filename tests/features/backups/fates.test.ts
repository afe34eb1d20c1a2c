import { describe, expect, test } from "bun:test";
import {
  judgeSegments,
  requireSound,
  type LiveRange,
  type SavedSegment,
} from "../../../src/features/backups/events/fates";
import { BadBackup } from "../../../src/features/backups/format/bad-backup";

const A = "aaaaaaaaaaaa";
const B = "bbbbbbbbbbbb";

function saved(start: number, end: number, collector = A): SavedSegment {
  const path = `dt=2026-11-21/hr=10/${collector}-${start}-${end}.parquet`;
  return { id: start + 1, collector, start, end, path, rowCount: 1, sizeBytes: 10, checksum: 1 };
}

function whole(start: number, end: number, collector = A): LiveRange {
  return { collector, start, end, isWhole: true };
}

const listening = { id: A, storedThrough: 100, listens: true };

describe("a file of events of a backup", () => {
  test.each([
    ["new where the collector is not known", saved(0, 10), [], [], "new"],
    ["new where nothing is here of its positions", saved(20, 30), [whole(0, 20)], [listening], "new"],
    ["present where it is here", saved(0, 10), [whole(0, 10)], [listening], "present"],
    ["present where a merged file has it", saved(10, 20), [whole(0, 40)], [listening], "present"],
    ["present where its parts are here", saved(0, 40), [whole(0, 10), whole(10, 40)], [listening], "present"],
    ["left out where only a part is here", saved(0, 40), [whole(10, 40)], [listening], "left_out"],
    [
      "left out where what is here is damaged, or goes",
      saved(0, 10),
      [{ ...whole(0, 10), isWhole: false }],
      [listening],
      "left_out",
    ],
    ["left out where the journal here gives its positions out", saved(95, 110), [], [listening], "left_out"],
    [
      "new where the collector came by another restore",
      saved(95, 110),
      [],
      [{ ...listening, listens: false }],
      "new",
    ],
    ["new where the same positions are another collector's", saved(0, 10, B), [whole(0, 10)], [], "new"],
  ] as const)("is %s", (_name, segment, ranges, collectors, fate) => {
    expect(judgeSegments([segment], { ranges, collectors })).toEqual([fate]);
  });

  test("is judged among many in no time", () => {
    const many = Array.from({ length: 100_000 }, (_, index) => whole(index * 2, index * 2 + 1));
    const files = Array.from({ length: 100_000 }, (_, index) => saved(index * 2 + 1, index * 2 + 2));
    const fates = judgeSegments(files, { ranges: many, collectors: [] });
    expect(new Set(fates)).toEqual(new Set(["new"]));
  });
});

describe("fault 51: a backup's list of events is refused", () => {
  test.each([
    ["a path that leads out", [{ ...saved(0, 10), path: `../${saved(0, 10).path}` }]],
    ["an absolute path", [{ ...saved(0, 10), path: `/${saved(0, 10).path}` }]],
    ["a path through another folder", [{ ...saved(0, 10), path: saved(0, 10).path.replace("hr=10", "..") }]],
    ["a hidden file", [{ ...saved(0, 10), path: ".placed-00000000-0000-0000-0000-000000000000" }]],
    ["a NUL", [{ ...saved(0, 10), path: `${saved(0, 10).path}\0` }]],
    ["another range than its name", [{ ...saved(0, 10), end: 11 }]],
    ["the same file twice", [saved(0, 10), saved(0, 10)]],
    ["positions twice", [saved(0, 10), saved(5, 15)]],
    ["no rows", [{ ...saved(0, 10), rowCount: 0 }]],
    ["a forged size", [{ ...saved(0, 10), sizeBytes: -1 }]],
  ])("for %s", (_name, list) => {
    expect(() => requireSound(list)).toThrow(BadBackup);
  });

  test("and taken where there is nothing of the kind", () => {
    requireSound([saved(0, 10), saved(10, 20), saved(0, 10, B)]);
  });
});
