import { expect, test } from "bun:test";
import { jobsOf, targetsOf } from "../../../../src/web/pages/tools/jobs";

test("targets are apart by spaces, commas and semicolons, each once, addresses in their usual form", () => {
  expect(targetsOf(" 10.0.0.1, sw-1.example;2001:DB8::0:1\n10.0.0.0/22 10.0.0.1 ")).toEqual([
    { text: "10.0.0.1", kind: "address" },
    { text: "sw-1.example", kind: "name" },
    { text: "2001:db8::1", kind: "address" },
    { text: "10.0.0.0/22", kind: "network" },
  ]);
});

test("what only looks like a MAC is a name", () => {
  expect(targetsOf("001b44113ab7")).toEqual([{ text: "001b44113ab7", kind: "name" }]);
});

test("each tool is used on each host, and a network is calculated whatever was chosen", () => {
  const [host, network] = targetsOf("sw.example 10.0.0.0/22");
  if (host === undefined || network === undefined) throw new Error("two targets");
  expect(jobsOf([host, network], ["dns", "ping"])).toEqual([
    { target: host, tool: "dns" },
    { target: host, tool: "ping" },
    { target: network, tool: "subnet" },
  ]);
});
