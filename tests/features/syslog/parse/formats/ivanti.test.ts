import { expect, test } from "bun:test";
import { isoEventTime, parseLine } from "../parse-line";

test("a login gives user side, gateway and policy", () => {
  const message = parseLine(
    `id=firewall time="2026-11-21 10:49:59" pri=6 fw=198.51.100.1 vpn=vpn-1 ivs=Root user=alice realm="R" roles="" proto=auth src=192.0.2.1 dst= dstname= type=vpn op= arg="" result= sent= rcvd= msg="AUT24803: Host Checker policy 'Laptop policy' passed on host '192.0.2.1'."`,
  );
  expect(isoEventTime(message)).toBe("2026-11-21T10:49:59.000000Z");
  expect(message).toMatchObject({
    parser: "ivanti",
    vendor: "ivanti",
    sourceHost: "vpn-1",
    msgid: "AUT24803",
    srcIp: "192.0.2.1",
    ruleId: "Laptop policy",
    severity: 6,
  });
});

test("the text may name the other side", () => {
  expect(
    parseLine(`id=firewall vpn=v src=192.0.2.1 msg="SYS20704: Sending trap to 198.51.100.2:162"`),
  ).toMatchObject({ parser: "ivanti", dstIp: "198.51.100.2", dstPort: 162 });
});
