import { expect, test } from "bun:test";
import { interfaceChoices } from "../../../../../src/web/pages/topology/edit/interface-choices";

test("interfaces are offered once each, in natural order, with what is said of them", () => {
  const recorded = [
    { name: "Gi0/10", description: "to the roof" },
    { name: "Gi0/2", description: null },
  ];
  const ports = [
    { name: "gi0/2", description: "GigabitEthernet 0/2", alias: "uplink" },
    { name: "Gi0/1", description: null, alias: "server" },
  ];
  expect(interfaceChoices(recorded, ports)).toEqual([
    { name: "Gi0/1", description: "server" },
    { name: "Gi0/2", description: "GigabitEthernet 0/2" },
    { name: "Gi0/10", description: "to the roof" },
  ]);
});
