import { readFileSync } from "node:fs";
import { SeededRandom } from "./event-lines";
import { lineOf, templatesOf } from "./line-templates";
import { sendLines, type UdpLoad, type UdpLoadResult } from "./udp-load";
import { SAMPLES } from "./vendor-lines";

/**
 * UDP load of mixed lines in a process of its own: `bun tests/bench/mixed-load.ts PORT TOTAL RATE FIRST [FILE]`: the
 * lines of a file, or our own samples, again and again. In each, up to four runs of four digits and more are random
 * anew for every event, as are a few octets of addresses in life, and a number stands at the end.
 */
export async function runMixedLoad(load: UdpLoad, file: string | undefined): Promise<UdpLoadResult> {
  const { port, total, rate, first = 0 } = load;
  const child = Bun.spawn(
    [
      "bun",
      import.meta.path,
      ...[port, total, rate, first].map(String),
      ...(file === undefined ? [] : [file]),
    ],
    { stdout: "pipe", stderr: "inherit" },
  );
  const result = (await new Response(child.stdout).json()) as UdpLoadResult;
  await child.exited;
  return result;
}

if (import.meta.main) {
  const [port = 0, total = 0, rate = 0, first = 0] = process.argv.slice(2).map(Number);
  const file = process.argv[6];
  const templates = templatesOf(
    file === undefined ? SAMPLES.map(({ line }) => line) : readFileSync(file, "utf8").split("\n"),
  );
  const random = new SeededRandom(12_345);
  const result = await sendLines({ port, total, rate }, (index) => {
    const template = templates[(first + index) % templates.length];
    return template === undefined ? "" : lineOf(template, first + index, random);
  });
  process.stdout.write(JSON.stringify(result));
  process.exit(0);
}
