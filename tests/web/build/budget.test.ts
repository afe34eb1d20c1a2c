import { expect, test } from "bun:test";
import { measureBudget } from "../../../src/web/build/budget";

const chunk = (imports: Record<string, string> = {}, entryPoint?: string) => ({
  imports: Object.entries(imports).map(([path, kind]) => ({ path, kind })),
  ...(entryPoint !== undefined && { entryPoint }),
});

test("a page weighs the start, the router, the shell and its own imports, each once, and nothing that it loads later", () => {
  const outputs = {
    "main.js": chunk({ "inside.js": "dynamic-import" }, "src/web/main.tsx"),
    "inside.js": chunk({ "main.js": "import-statement", "shell.js": "dynamic-import" }, "src/web/inside.tsx"),
    "shell.js": chunk(
      { "main.js": "import-statement", "shared.js": "import-statement" },
      "src/web/shell/layout.tsx",
    ),
    "page.js": chunk(
      { "shared.js": "import-statement", "late.js": "dynamic-import" },
      "src/web/pages/things/page.tsx",
    ),
    "sign-in.js": chunk({ "main.js": "import-statement" }, "src/web/pages/sign-in/page.tsx"),
    "shared.js": chunk(),
    "late.js": chunk(),
    "page.css": chunk({}, "src/web/pages/things/page.tsx"),
  };
  const rows = measureBudget(outputs, () => 1000, 2000);
  expect(rows.map(({ what, kilobytes }) => [what, kilobytes])).toEqual([
    ["things", 5],
    ["sign-in", 2],
    ["styles", 2],
  ]);
});
