import { expect, test } from "bun:test";
import { problemsOf } from "../../../../src/web/pages/notifications/problems";
import { PROVIDERS } from "../../../../src/web/pages/notifications/providers";

function faults(providerName: string, inputs: Record<string, string>, secretsSet: readonly string[] = []) {
  const provider = PROVIDERS.find(({ name }) => name === providerName);
  if (provider === undefined) throw new Error(`there is no provider ${providerName}`);
  const problems = problemsOf({ name: "Night shift", ...inputs }, { provider, secretsSet });
  return Object.entries(problems).flatMap(([name, text]) => (text === null ? [] : [name]));
}

test.each([
  ["ntfy.sh/my-network", ["ntfy_url"]],
  ["my network", ["ntfy_url"]],
  ["ftp://ntfy.example.com/a", ["ntfy_url"]],
  ["", ["ntfy_url"]],
  ["https://ntfy.sh/my-network", []],
  [" http://192.0.2.7:8080/a ", []],
])("of the topic address %p what is wrong is %p", (ntfyUrl, wrong) => {
  expect(faults("ntfy", { ntfy_url: ntfyUrl })).toEqual(wrong);
});

test("a secret address that is set need not be typed again; one that is typed has to be an address", () => {
  expect(faults("slack", {})).toEqual(["slack_url"]);
  expect(faults("slack", {}, ["slack_url"])).toEqual([]);
  expect(faults("slack", { slack_url: "T0/B0" }, ["slack_url"])).toEqual(["slack_url"]);
});

test("an Apprise URL has a scheme of its own", () => {
  expect(faults("apprise", { url: "tgram://token/chat" })).toEqual([]);
});
