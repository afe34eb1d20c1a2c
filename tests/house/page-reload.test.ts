import { expect, test } from "bun:test";
import type { BuildManifest } from "../../src/web/build/manifest";
import { policySource } from "../../src/web/build/page";
import { withReload } from "../support/page-reload";

const BUILD: BuildManifest = {
  sourceHash: "of the sources",
  inlineScript: policySource("first()"),
  page: "<!doctype html>\n<head>\n<script>first()</script>\n</head>\n<body></body>\n</html>\n",
  assets: {},
};

test("a page that reloads has a second script, which the policy lets run", () => {
  const { page, inlineScript } = withReload(BUILD, "start 1");
  const scripts = [...page.matchAll(/<script>([^]*?)<\/script>/g)].map(([, text = ""]) => text);
  expect(scripts).toHaveLength(2);
  expect(inlineScript).toBe(scripts.map(policySource).join(" "));
});

test("with each start the page is another one, and no bigger", () => {
  const first = withReload(BUILD, "start 1");
  const second = withReload(first, "start 2");
  expect(second.page).toBe(first.page.replace("start 1", "start 2"));
  expect(second.inlineScript).toBe(first.inlineScript);
});
