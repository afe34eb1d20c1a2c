import { expect, test } from "bun:test";
import { textOfAlong } from "../../../../src/web/components/audit-entry/along-text";

const devices = (own: { target: string | null; name: string | null; count: number; names: string[] }) => ({
  kind: "devices",
  outcome: "unassigned" as const,
  ...own,
});

const BARN = devices({ target: "site:Barn", name: "Barn", count: 2, names: ["nas", "tv"] });
const OTHERS = devices({ target: null, name: null, count: 3, names: ["hub", "door", "gate"] });

test("what is of one thing says of which", () => {
  expect(textOfAlong(BARN, [BARN, OTHERS])).toBe("2 devices of site Barn: nas, tv");
});

test("what is of other things together is more than what was told of single ones", () => {
  expect(textOfAlong(OTHERS, [BARN, OTHERS])).toBe("3 more devices: hub, door, gate");
});

test("what is of many things, where nothing is told of single ones, is all", () => {
  const links = { ...OTHERS, kind: "relationships" };
  expect(textOfAlong(links, [BARN, links])).toBe("3 links: hub, door, gate");
});

test("of many names the first five are shown, and the others counted", () => {
  const names = ["a", "b", "c", "d", "e", "f", "g"];
  expect(textOfAlong({ ...OTHERS, count: 40, names }, [])).toBe("40 devices: a, b, c, d, e and 35 more");
});
