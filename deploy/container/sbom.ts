import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";

/**
 * `bun deploy/container/sbom.ts [project folder] [dpkg status file]`: prints the bill of materials of an image, in CycloneDX 1.6
 * (https://cyclonedx.org/docs/1.6/json/): the packages that are installed or built into the pages, with the hashes that
 * the lock file has of them, the runtime, and the packages of the system.
 */

type Component = {
  type: "library" | "platform" | "application";
  "bom-ref": string;
  name: string;
  version: string;
  purl: string;
  licenses?: License[];
  hashes?: { alg: "SHA-512"; content: string }[];
};

type License = { expression: string } | { license: { name: string } };

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() })]).optional(),
});

/** A package of the lock file: `["name@version", registry, {…}, "sha512-…"]`. */
const Lock = z.object({ packages: z.record(z.string(), z.array(z.unknown())) });

const [folder = ".", statusFile = "/var/lib/dpkg/status"] = process.argv.slice(2);
const root = resolve(folder);
const product = manifestIn(root);
const components = [...packages(root), runtime(), ...systemPackages(statusFile)].sort(byReference);

process.stdout.write(
  `${JSON.stringify(
    {
      $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
      bomFormat: "CycloneDX",
      specVersion: "1.6",
      version: 1,
      metadata: {
        component: {
          type: "application",
          "bom-ref": `pkg:generic/${product.name}@${product.version}`,
          name: product.name,
          version: product.version,
          licenses: licensesOf(product.license),
        },
      },
      components,
    },
    undefined,
    2,
  )}\n`,
);

/** One component for each name and version, however often it is installed. */
function packages(project: string): Component[] {
  const hashes = lockedHashes(join(project, "bun.lock"));
  const found = new Map<string, Component>();
  const manifests = new Bun.Glob("node_modules/**/package.json").scanSync({
    cwd: project,
    followSymlinks: false,
  });
  for (const path of manifests) {
    // Others say how the files of a folder are to be read.
    if (!/node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path)) continue;
    const manifest = Manifest.safeParse(readJson(join(project, path)));
    if (!manifest.success) continue;
    const { name, version, license } = manifest.data;
    const reference = `pkg:npm/${name.replace("@", "%40")}@${version}`;
    const hash = hashes.get(`${name}@${version}`);
    found.set(reference, {
      type: "library",
      "bom-ref": reference,
      name,
      version,
      purl: reference,
      ...(license === undefined ? {} : { licenses: licensesOf(license) }),
      ...(hash === undefined ? {} : { hashes: [{ alg: "SHA-512", content: hash }] }),
    });
  }
  return [...found.values()];
}

/** By `name@version`, in hexadecimal. */
function lockedHashes(file: string): Map<string, string> {
  const { packages: locked } = Lock.parse(Bun.JSONC.parse(readFileSync(file, "utf8")));
  return new Map(
    Object.values(locked).flatMap(([name, ...rest]) => {
      const integrity = rest.at(-1);
      if (typeof name !== "string" || typeof integrity !== "string" || !integrity.startsWith("sha512-"))
        return [];
      return [[name, Buffer.from(integrity.slice("sha512-".length), "base64").toString("hex")] as const];
    }),
  );
}

function runtime(): Component {
  const purl = `pkg:github/oven-sh/bun@bun-v${Bun.version}`;
  return {
    type: "platform",
    "bom-ref": purl,
    name: "bun",
    version: Bun.version,
    purl,
    licenses: [{ expression: "MIT" }],
  };
}

/** Those of Debian's package manager, of which the image's first layers are made; none where there is no such file. */
function systemPackages(file: string): Component[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n\n")
    .flatMap((paragraph) => {
      const fields = new Map(
        paragraph.split("\n").flatMap((line) => {
          const [, name, value] = /^([\w-]+): (.*)$/.exec(line) ?? [];
          return name === undefined || value === undefined ? [] : [[name, value] as const];
        }),
      );
      const [name, version] = [fields.get("Package"), fields.get("Version")];
      if (name === undefined || version === undefined || !fields.get("Status")?.endsWith(" installed"))
        return [];
      const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${fields.get("Architecture")}`;
      return [{ type: "library" as const, "bom-ref": purl, name, version, purl }];
    });
}

function licensesOf(license: string | { type: string } | undefined): License[] {
  const text = typeof license === "object" ? license.type : license;
  if (text === undefined) return [];
  // SPDX's expressions have no other words; "SEE LICENSE IN …" and the like are none.
  const isExpression = /^\(?[\w.+-]+( (AND|OR|WITH) [\w.+-]+)*\)?$/.test(text);
  return isExpression ? [{ expression: text }] : [{ license: { name: text } }];
}

function manifestIn(path: string): z.infer<typeof Manifest> {
  return Manifest.parse(readJson(join(path, "package.json")));
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}

function byReference(one: Component, other: Component): number {
  return one["bom-ref"] < other["bom-ref"] ? -1 : 1;
}
