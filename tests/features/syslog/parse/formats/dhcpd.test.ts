import { expect, test } from "bun:test";
import { parseLine } from "../parse-line";

const dhcpd = (text: string) => parseLine(`<190>Nov 21 10:49:00 gw dhcpd[40152]: ${text}`);

test.each([
  ["DHCPDISCOVER from 02:00:5e:10:00:21 via eth0.61", "eth0.61"],
  ["DHCPACK on 10.0.0.5 to 00:11:22:33:44:55 (host-7) via igb1 seq=1", "igb1"],
  ["DHCPDISCOVER from 00:11:22:33:44:55 via eth1: network lan: no free leases", "eth1"],
])("%s came in on %s", (text, name) => {
  expect(dhcpd(text)).toMatchObject({ parser: "dhcpd", app: "dhcpd", interface: name });
});

test("a line without an interface is recognised all the same", () => {
  expect(dhcpd("DHCPRELEASE of 10.0.0.5")).toMatchObject({ parser: "dhcpd", interface: null });
});

test("other lines of the server, and the words of other programs, are not", () => {
  expect(dhcpd("Wrote 12 leases via disk").parser).toBe("generic");
  expect(parseLine("<13>Nov 21 10:49:00 gw app: DHCPACK via eth0").parser).toBe("generic");
});

test("a relay is named by its address, which is no interface", () => {
  for (const text of [
    "DHCPDISCOVER from 02:00:5e:10:00:21 via 192.0.2.1",
    "DHCPDISCOVER from 02:00:5e:10:00:21 via 192.0.2.1: network 192.0.2.0/24: no free leases",
    "DHCPDISCOVER from 02:00:5e:10:00:21 via 2001:db8::1",
  ])
    expect(dhcpd(text)).toMatchObject({ parser: "dhcpd", interface: null });
});
