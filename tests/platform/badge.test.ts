import { expect, test } from "bun:test";
import { drawBadge } from "#platform/badge";

const partsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

test("a badge says both halves, and as its name", () => {
  const svg = drawBadge({ label: "portal", value: "99.9 %", tone: "ok" });
  expect(partsOf(svg)).toEqual(["portal", "99.9 %"]);
  expect(svg).toContain('role="img" aria-label="portal: 99.9 %"');
  expect(svg).toContain("<title>portal: 99.9 %</title>");
});

test.each([
  ["<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"],
  [`" onload="x' & `, "&quot; onload=&quot;x&#39; &amp; "],
  ["]]><x/>", "]]&gt;&lt;x/&gt;"],
  ["a\u0000\u001b[31mb\uffff", "a\ufffd\ufffd[31mb\ufffd"],
  ["\u202egnp.exe", "\ufffdgnp.exe"],
  ["half \ud83d", "half \ufffd"],
])("%p is text, on both halves", (text, shown) => {
  const svg = drawBadge({ label: text, value: text, tone: "down" });
  expect(partsOf(svg)).toEqual([shown, shown]);
  expect(svg).toContain(`<title>${shown}: ${shown}</title>`);
});

test("it is one well-formed element without anything that runs or is fetched", async () => {
  const elements: string[] = [];
  const svg = drawBadge({ label: `<a href="https://x">&#x3c;`, value: "", tone: "unknown" });
  await new HTMLRewriter()
    .on("*", {
      element(element) {
        elements.push(element.tagName);
        for (const [name] of element.attributes) expect(name).not.toMatch(/^(?:on|href|src|style|xlink)/i);
      },
    })
    .transform(new Response(svg))
    .text();
  expect([...new Set(elements)].sort()).toEqual(["g", "path", "rect", "svg", "text", "title"]);
});

test("longer texts have more room, and a colour of its own is no longer needed to tell states apart", () => {
  const widthOf = (value: string) =>
    Number(/width="(\d+)"/.exec(drawBadge({ label: "x", value, tone: "ok" }))?.[1]);
  expect(widthOf("maintenance")).toBeGreaterThan(widthOf("up") + 40);
  expect(widthOf("保守中")).toBeGreaterThan(widthOf("abc"));
});
