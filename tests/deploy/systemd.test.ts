import { afterAll, beforeAll, expect, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Units as the comments at their beginnings say to install them, below a folder that stands for a machine. */
const KIT = join(import.meta.dir, "../../deploy/systemd");
const program = Bun.which("systemd-analyze");
if (program === null) console.log("SKIPPED systemd: systemd-analyze is not installed");
/** Targets that every machine has, and a unit cannot be loaded without. */
const TARGETS = ["sysinit", "basic", "shutdown", "network-online", "multi-user"];

let machine: string;
let units: string;

beforeAll(() => {
  machine = mkdtempSync(join(tmpdir(), "netatlas-systemd-"));
  units = join(machine, "etc/systemd/system");
  mkdirSync(join(units, "netatlas-collector.service.d"), { recursive: true });
  for (const target of TARGETS)
    writeFileSync(join(units, `${target}.target`), `[Unit]\nDescription=${target}\n`);
  for (const name of ["netatlas", "netatlas-collector"])
    copyFileSync(join(KIT, "netatlas.service"), join(units, `${name}.service`));
  copyFileSync(join(KIT, "collector.conf"), join(units, "netatlas-collector.service.d/role.conf"));
  const bun = join(machine, "usr/local/bin/bun");
  mkdirSync(join(machine, "usr/local/bin"), { recursive: true });
  writeFileSync(bun, "#!/bin/sh\n");
  chmodSync(bun, 0o755);
});
afterAll(() => rmSync(machine, { recursive: true, force: true }));

/** What systemd says of a unit; nothing where all of it is right. */
function verify(unit: string): string {
  const run = Bun.spawnSync([program ?? "", "verify", "--man=no", `--root=${machine}`, unit]);
  return run.stderr.toString().trim();
}

test.skipIf(program === null).each(["netatlas.service", "netatlas-collector.service"])(
  "systemd knows every word of %s",
  (unit) => {
    expect(verify(unit)).toBe("");
  },
);

test.skipIf(program === null)("and would say so of a word that it does not know", () => {
  const text = readFileSync(join(KIT, "netatlas.service"), "utf8").replace("ProtectHome=", "ProtectHom=");
  writeFileSync(join(units, "misspelt.service"), text);
  expect(verify("misspelt.service")).toContain("Unknown key 'ProtectHom'");
});

/** Of ten; services without hardening have 9.6. */
const MAX_EXPOSURE = 2.5;

test.skipIf(program === null)("little of the machine is exposed to the service", () => {
  const run = Bun.spawnSync([
    program ?? "",
    "security",
    "--offline=true",
    "--no-pager",
    `--threshold=${MAX_EXPOSURE * 10}`,
    join(KIT, "netatlas.service"),
  ]);
  expect({ code: run.exitCode, told: run.stdout.toString() }).toMatchObject({
    code: 0,
    told: expect.stringContaining("Overall exposure level"),
  });
});
