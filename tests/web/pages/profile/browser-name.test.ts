import { expect, test } from "bun:test";
import { browserName } from "../../../../src/web/pages/profile/browser-name";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0", "Firefox 148 on Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36 Edg/150.0",
    "Edge 150 on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Version/20.0 Mobile/1 Safari/604",
    "Safari 20 on iOS",
  ],
  ["curl/8.5.0", "curl"],
  [null, "unknown"],
])("%p is %s", (agent, name) => {
  expect(browserName(agent)).toBe(name);
});
