import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { createWorkerPool } from "#platform/workers";
import { NmapReport } from "../../../../src/features/discovery/sweep/nmap/report";
import { argumentsOf } from "../../../../src/features/discovery/sweep/nmap/run-nmap";
import { NmapOutputError, XmlReader } from "../../../../src/features/discovery/sweep/nmap/xml-reader";
import { sweep } from "../../../../src/features/discovery/sweep/sweep";
import { temporaryPath } from "../../../support/temporary-path";
import { waitFor } from "../../../support/wait-for";
import { createSink, openHere, optionsFor } from "./given";
import { patient } from "../../../support/patience";

setDefaultTimeout(patient(20_000));

const pool = createWorkerPool({ threads: 1 });
const reachability = await openHere();
afterAll(() => Promise.all([reachability.close(), pool.close()]));

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE nmaprun>
<?xml-stylesheet href="file:///nowhere/nmap.xsl" type="text/xsl"?>
<!-- Nmap 7.93 scan initiated as: nmap -sn -->
<nmaprun scanner="nmap" args="nmap -sn" version="7.93" xmloutputversion="1.05">
<verbose level="0"/><debugging level="0"/>`;
const END = `<runstats><finished time="1" elapsed="1" summary="done" exit="success"/><hosts up="1" down="0" total="1"/></runstats>
</nmaprun>`;
const PROGRESS = `<taskprogress task="Ping Scan" time="1" percent="50.00" remaining="3" etc="4"/>`;

const host = (address: string, more = "") =>
  `<host><status state="up" reason="arp-response" reason_ttl="0"/><address addr="${address}" addrtype="ipv4"/>${more}</host>`;

/** A program that keeps its words and what it was told, and then does what the lines of shell say. */
function givenProgram(lines: string): { path: string; words: () => string[]; told: () => string } {
  const folder = temporaryPath("nmap");
  mkdirSync(folder);
  const path = join(folder, "nmap");
  const [words, told] = [`${path}.words`, `${path}.told`];
  writeFileSync(path, `#!/bin/sh\nprintf '%s\\n' "$@" > ${words}\ncat > ${told}\n${lines}\n`);
  chmodSync(path, 0o700);
  return {
    path,
    words: () => readFileSync(words, "utf8").trimEnd().split("\n"),
    told: () => readFileSync(told, "utf8"),
  };
}

function says(xml: string): string {
  return `cat <<'XML'\n${xml}\nXML`;
}

const ADDRESSES = ["127.14.0.1", "127.14.0.2", "127.14.0.3"];

async function swept(program: string, given: Parameters<typeof optionsFor>[1] = {}) {
  const sink = createSink();
  const options = optionsFor(ADDRESSES, { nmap: program, ...given });
  const outcome = await sweep({ reachability, pool }, options, sink).catch((error: unknown) => error);
  return { sink, outcome };
}

describe("a program that says what nmap says", () => {
  test("is given its addresses by standard input, and its hosts are finds as those of our own sweep", async () => {
    const ports = `<ports><extraports state="closed" count="1"/>
      <port protocol="tcp" portid="22"><state state="open" reason="syn-ack" reason_ttl="0"/><service name="ssh"/></port>
      <port protocol="tcp" portid="80"><state state="filtered" reason="no-response"/></port>
      <port protocol="udp" portid="53"><state state="open" reason="udp-response"/></port>
      <port protocol="tcp" portid="9999"><state state="open" reason="syn-ack"/></port></ports>`;
    const more = `<address addr="00:00:5E:00:53:01" addrtype="mac" vendor="A &amp; B &#x43;&#27;[31m"/>
      <hostnames><hostname name="core.example" type="PTR"/></hostnames>${ports}<times srtt="1500" rttvar="5000" to="100000"/>`;
    const program = givenProgram(
      says(`${HEAD}${PROGRESS}${host("127.14.0.2", more)}${host("192.0.2.66")}
        <host><status state="down" reason="no-response"/><address addr="127.14.0.3" addrtype="ipv4"/></host>${END}`),
    );
    const given = { kind: "basic_ports", ports: [22, 80] } as const;
    const { sink, outcome } = await swept(program.path, given);
    expect(outcome).toMatchObject({ found: 1, isWhole: true, methods: ["nmap -sT, 2 ports"] });
    expect([...sink.finds.values()]).toMatchObject([
      {
        address: "127.14.0.2",
        macAddress: "00:00:5E:00:53:01",
        hostname: "core.example",
        answeredBy: ["arp"],
        roundTripMs: 1.5,
        openPorts: [22],
        vendor: expect.not.stringContaining("\u001b"),
      },
    ]);
    expect(program.told()).toBe(`${ADDRESSES.join("\n")}\n`);
    expect(program.words().join(" ")).toBe(
      "-sT -p 22,80 -n --max-rate 5000 --host-timeout 30s --stats-every 1s -oX - -iL -",
    );
    expect(sink.progress).toContainEqual(expect.objectContaining({ phase: "looking", count: 3 }));
  });

  test("is run once for each family", async () => {
    const program = givenProgram(says(`${HEAD}${END}`));
    const { outcome } = await swept(program.path, { addresses: ["127.14.0.1", "fd00::1"], count: 2 });
    expect(outcome).toMatchObject({ found: 0, isWhole: true });
    expect(program.words().slice(0, 2)).toEqual(["-sn", "-6"]);
    expect(program.told()).toBe("fd00::1\n");
  });

  test("tells how far it is", async () => {
    const program = givenProgram(`${says(`${HEAD}${PROGRESS}`)}\nsleep 0.4\n${says(END)}`);
    const many = Array.from({ length: 1000 }, (_, index) => `127.15.${index >> 8}.${index & 255}`);
    const { sink } = await swept(program.path, { addresses: many, count: 1000 });
    expect(sink.progress.map(({ asked }) => asked)).toContain(500);
  });
});

describe("a program that fails", () => {
  test.each([
    ["ends with an error", "echo 'no rights' >&2; exit 1", /^Nmap failed: no rights$/],
    [
      "says what went wrong",
      says(`${HEAD}<finished exit="error" errormsg="No &lt;route&gt;"/>`),
      /No <route>$/,
    ],
    [
      "writes its report, and then fails",
      `${says(HEAD + END)}\necho 'no rights' >&2; exit 1`,
      /: no rights$/,
    ],
    ["says nothing", "exit 0", /no end of its report$/],
    ["writes no XML", "echo 'Starting Nmap'", /no end of its report$/],
    [
      "writes an element that cannot be read",
      says(`${HEAD}<host a=b>`),
      /an element host that cannot be read$/,
    ],
    [
      "declares entities",
      says('<!DOCTYPE nmaprun [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
      /declarations that nmap does not write$/,
    ],
    ["writes an element without end", "printf '<host a=\"'; yes a", /an element without end$/],
    ["never stops writing", `${says(HEAD)}\nyes '<a/><b c="d"/>'`, /more than so many addresses can need$/],
  ])("one that %s is a failure in words, and is not there any more", async (_, lines, words) => {
    const program = givenProgram(`echo $$ > $0.pid\n${lines}`);
    const { outcome } = await swept(program.path);
    expect(outcome).toBeInstanceOf(Error);
    expect(outcome instanceof Error ? outcome.message : "").toMatch(words);
    const pid = Number(readFileSync(`${program.path}.pid`, "utf8"));
    await waitFor("it to be gone", () => !existsSync(`/proc/${pid}`));
  });

  test("what it had found by then has been told", async () => {
    const program = givenProgram(`${says(HEAD + host("127.14.0.1"))}\nexit 3`);
    const { sink } = await swept(program.path);
    expect([...sink.finds.keys()]).toEqual(["127.14.0.1"]);
  });

  test("control characters and half of a surrogate pair in what it says do no harm", async () => {
    const name = "a&#0;&#x1b;&#xd800;&#x110000;b";
    const more = `<address addr="00:00:5E:00:53:01" addrtype="mac" vendor="${name}"/><hostnames><hostname name="${name}"/></hostnames>`;
    const { sink } = await swept(givenProgram(says(HEAD + host("127.14.0.1", more) + END)).path);
    expect(sink.finds.get("127.14.0.1")).toMatchObject({ hostname: null });
    expect(JSON.stringify(sink.finds.get("127.14.0.1"))).not.toMatch(/\\u00(?:00|1b)|\\ud800/);
  });
});

describe("a program that does not end", () => {
  const ENDLESS = `echo $$ > $0.pid\n${says(HEAD + host("127.14.0.1"))}\nsleep 8 & wait`;

  test("is killed when the sweep is cancelled, even if another holds its output", async () => {
    const program = givenProgram(ENDLESS);
    const leaving = new AbortController();
    const running = swept(program.path, { signal: leaving.signal });
    await waitFor("the program", () => existsSync(`${program.path}.pid`));
    leaving.abort(new Error("cancelled"));
    expect(String((await running).outcome)).toBe("Error: cancelled");
    const pid = Number(readFileSync(`${program.path}.pid`, "utf8"));
    await waitFor("it to be gone", () => !existsSync(`/proc/${pid}`));
  });

  test("is killed when its time is over, and what it found stays", async () => {
    const { sink, outcome } = await swept(givenProgram(ENDLESS).path, { limitMs: 700 });
    expect(outcome).toMatchObject({ isWhole: false, found: 1 });
    expect([...sink.finds.keys()]).toEqual(["127.14.0.1"]);
  });
});

describe("the reader of nmap's XML", () => {
  const read = (pieces: readonly string[]) => {
    const reader = new XmlReader();
    return pieces.flatMap((piece) => [...reader.read(piece)]);
  };
  const whole = `${HEAD}${host("10.0.0.1", `<hostname name='it&apos;s &quot;a&quot; &unknown;'/>`)}${END}`;

  test("reads the same wherever the text is cut", () => {
    const wanted = read([whole]);
    expect(wanted.find(({ name }) => name === "hostname")?.attributes).toEqual({
      name: `it's "a" &unknown;`,
    });
    const cuts = fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 8 });
    fc.assert(
      fc.property(cuts, (given) => {
        const at = [0, ...given.toSorted((left, right) => left - right), whole.length];
        const pieces = at.slice(1).map((end, index) => whole.slice(at[index], end));
        expect(read(pieces)).toEqual(wanted);
      }),
      { seed: 20_261_124, numRuns: 100 },
    );
  });

  test("meets any text with tags or a refusal, and makes hosts of nothing else", () => {
    const text = fc.array(
      fc.oneof(fc.string(), fc.constantFrom("<", ">", "</", "/>", "<host", "=", '"', "&#", "<!", "<!--")),
    );
    fc.assert(
      fc.property(text, (parts) => {
        const report = new NmapReport();
        try {
          for (const tag of read([parts.join("")])) report.take(tag);
        } catch (error) {
          expect(error).toBeInstanceOf(NmapOutputError);
        }
      }),
      { seed: 20_261_124, numRuns: 300 },
    );
  });
});

test("the words of the command line are fixed ones and numbers", () => {
  const given = { family: 4, ports: [], packetsPerSecond: 1000, hostTimeoutSeconds: 15 } as const;
  const wanted = "-sn -n --max-rate 1000 --host-timeout 15s --stats-every 1s -oX - -iL -";
  expect(argumentsOf(given)).toEqual(wanted.split(" "));
});

const real = Bun.which("nmap");
if (real === null) console.log("SKIPPED nmap in earnest: it is not installed");

test.skipIf(real === null)("nmap itself finds the hosts of loopback and their open ports", async () => {
  const server = Bun.listen({ hostname: "127.14.0.2", port: 0, socket: { data: () => undefined } });
  const given = { kind: "basic_ports", ports: [server.port, 1] } as const;
  const { sink, outcome } = await swept(real ?? "", given);
  server.stop(true);
  expect(outcome).toMatchObject({ found: 3, isWhole: true });
  expect([...sink.finds.keys()].sort()).toEqual(ADDRESSES);
  expect(sink.finds.get("127.14.0.2")?.openPorts).toEqual([server.port]);
  expect(sink.finds.get("127.14.0.1")?.openPorts).toEqual([]);
});
