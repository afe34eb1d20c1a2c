import { expect, test } from "bun:test";
import { nodeImage } from "../../../../../src/web/pages/topology/map/node-image";
import { COLORS } from "../../../../../src/web/theme/tokens";

function lettersOf(tag: string): string | undefined {
  const image = nodeImage({ kind: "switch", status: "ok", color: "set-1", tag }, COLORS.light);
  return /<text [^>]*>([^<]*)<\/text>/.exec(decodeURIComponent(image.slice(image.indexOf(",") + 1)))?.[1];
}

test.each([
  ["10", "10"],
  ["VLAN 🎉 of the guests", "VLAN 🎉"],
  ["a\u0001b", "a b"],
  ["<b>&", " b  "],
  ["\uD83C", "\uFFFD"],
])("a device in the colour of the VLAN %j says %j", (vlan, shown) => {
  expect(lettersOf(vlan)).toBe(shown);
});
