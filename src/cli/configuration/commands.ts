import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { parseBundleText } from "#features/configuration";
import { readVariable } from "../../settings/settings";
import { requireFolderOf, writeWhole } from "../whole-file";
import { createClient, refusalOf, type Answer, type Client } from "./client";
import { isApplicable, linesOfPlan, Plan, summaryOf } from "./plan-text";
import { resolveSecrets } from "./secrets";

/** As of tools of its kind: 0: nothing differs, or it was applied; 2: something differs; 1: it failed. */
const DONE = 0;
const FAILED = 1;
const DIFFERS = 2;

export const CONFIGURATION_USAGE = `Usage: bun run cli <command> [options]      (of any service, by its address and a key)

  plan <bundle>        what applying a bundle would do; exit code 0: nothing, 2: something, 1: it cannot be applied
  apply <bundle>       makes the service what the bundle says: all of it, or nothing; asks first; exit code 0 or 1
  drift                what differs from the bundle that was applied last; exit codes as of plan
  export-config        writes the configuration as a bundle to standard output or a file
  config-schema        writes the JSON Schema of bundles, for editors

  <bundle> is a file of YAML or JSON, or - for standard input.

  --url <address>      of the service (or NETATLAS_URL)
  --key-file <file>    with an API key (or NETATLAS_API_KEY)
  --only <kinds>       plan, apply, export-config: devices,links; without it all that there is
  --prune <kinds>      plan, apply: removes what the bundle does not have, of these kinds or of all that it has (all)
  --secrets <file>     plan, apply: YAML or JSON of names to values, for references of the form {secret: name}
  --secret-env <names> plan, apply: variables that the bundle may take secrets from; without it all but those of Netatlas
  --secret-files <dir> plan, apply: a folder whose files it may take secrets from, besides its own
  --plan <fingerprint> apply: only what the plan of that fingerprint said
  --note <text>        apply: kept with it, such as a commit
  --yes                apply: without asking
  --format <name>      export-config: yaml or json
  --to <file>          export-config, config-schema: a file that only its owner may read
  --json               plan, drift: as the service answers
`;

const OPTIONS = {
  url: { type: "string" },
  "key-file": { type: "string" },
  only: { type: "string" },
  prune: { type: "string" },
  secrets: { type: "string" },
  "secret-env": { type: "string" },
  "secret-files": { type: "string" },
  plan: { type: "string" },
  note: { type: "string" },
  yes: { type: "boolean" },
  format: { type: "string" },
  to: { type: "string" },
  json: { type: "boolean" },
} as const;

type Options = {
  url?: string;
  "key-file"?: string;
  only?: string;
  prune?: string;
  secrets?: string;
  "secret-env"?: string;
  "secret-files"?: string;
  plan?: string;
  note?: string;
  yes?: boolean;
  format?: string;
  to?: string;
  json?: boolean;
};

class UsageError extends Error {}

type Context = { client: Client; options: Options };
type Command = { takesBundle: boolean; run(ctx: Context, path: string): Promise<number> };

const COMMANDS = new Map<string, Command>([
  ["plan", { takesBundle: true, run: runPlan }],
  ["apply", { takesBundle: true, run: runApply }],
  ["drift", { takesBundle: false, run: runDrift }],
  ["export-config", { takesBundle: false, run: runExport }],
  ["config-schema", { takesBundle: false, run: runSchema }],
]);

/** Whether a command is one of those that work on any service by its address. */
export function isConfigurationCommand(name: string | undefined): boolean {
  return name !== undefined && COMMANDS.has(name);
}

/** Runs a command; gives the exit code, and says on the error output what went wrong. */
export async function runConfigurationCommand(words: readonly string[]): Promise<number> {
  try {
    const { values: options, positionals } = readArguments(words);
    const [name = "", path, ...rest] = positionals;
    const command = COMMANDS.get(name);
    if (command === undefined || rest.length > 0) throw new UsageError("too many arguments");
    if (command.takesBundle !== (path !== undefined))
      throw new UsageError(command.takesBundle ? "the bundle's file is missing" : "too many arguments");
    return await command.run({ client: await openClient(options), options }, path ?? "");
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `netatlas: ${text}\n${error instanceof UsageError ? `\n${CONFIGURATION_USAGE}` : ""}`,
    );
    return FAILED;
  }
}

function readArguments(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

async function openClient(options: Options): Promise<Client> {
  const url = options.url ?? readVariable("NETATLAS_URL");
  if (url === undefined || !URL.canParse(url) || !/^https?:/i.test(url))
    throw new UsageError("--url is the address of the service: https://…");
  const file = options["key-file"];
  const key = file === undefined ? readVariable("NETATLAS_API_KEY") : await readFile(file, "utf8");
  if (key === undefined) throw new UsageError("--key-file is a file with an API key");
  return createClient({ url, key: key.trim() });
}

async function readText(path: string): Promise<string> {
  return path === "-" ? Bun.stdin.text() : readFile(path, "utf8");
}

type Format = "yaml" | "json";

function parseOrThrow(text: string, path: string): { value: unknown; format: Format } {
  const format = /^\s*[{[]/.test(text) ? "json" : "yaml";
  const { value, fault } = parseBundleText({ text, format });
  if (fault !== undefined) throw new Error(`${path}, line ${fault.line}: ${fault.message}`);
  return { value, format };
}

/** What is sent: the bundle as it stands, and beside it the values of what it refers to. */
async function readBody(path: string, options: Options) {
  const { secrets, "secret-env": variables, "secret-files": folder } = options;
  const bundle = await readText(path);
  const { value, format } = parseOrThrow(bundle, path);
  const named = secrets === undefined ? {} : readNamed(await readText(secrets), secrets);
  const allowed = { variables: variables?.split(",").map((name) => name.trim()), folder };
  return { bundle, format, secrets: await resolveSecrets(value, { bundlePath: path, named, allowed }) };
}

function readNamed(text: string, path: string): Record<string, string> {
  const read = z.record(z.string(), z.string()).safeParse(parseOrThrow(text, path).value);
  if (read.success) return read.data;
  throw new Error(`${path} has to be a mapping of names to texts`);
}

function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value);
  return query.size === 0 ? "" : `?${query.toString()}`;
}

function planOf(answer: Answer): Plan {
  if (answer.status !== 200) throw new Error(refusalOf(answer));
  return Plan.parse(answer.body);
}

function say(...lines: string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}

const SHOWN = "10000";

async function runPlan({ client, options }: Context, path: string): Promise<number> {
  const { only, prune, json } = options;
  const answer = await client.post(
    `/plan${queryOf({ only, prune, limit: SHOWN })}`,
    await readBody(path, options),
  );
  const plan = planOf(answer);
  if (json === true) say(answer.text);
  else say(...linesOfPlan(plan), ...(plan.has_changes ? [`Fingerprint: ${plan.fingerprint}`] : []));
  return codeOf(plan);
}

function codeOf(plan: Plan): number {
  if (!isApplicable(plan)) return FAILED;
  return plan.has_changes ? DIFFERS : DONE;
}

async function runApply({ client, options }: Context, path: string): Promise<number> {
  const { only, prune, note } = options;
  const body = await readBody(path, options);
  let fingerprint = options.plan;
  if (fingerprint === undefined) {
    const plan = planOf(await client.post(`/plan${queryOf({ only, prune, limit: SHOWN })}`, body));
    say(...linesOfPlan(plan));
    if (!isApplicable(plan)) return FAILED;
    if (plan.has_changes && options.yes !== true && !(await isWanted())) {
      say("Nothing was applied.");
      return FAILED;
    }
    fingerprint = plan.fingerprint;
  }
  const answer = await client.post(`/apply${queryOf({ only, prune, note, fingerprint })}`, body);
  if (answer.status === 409) {
    const stale = z.looseObject({ plan: Plan }).safeParse(answer.body);
    if (stale.success) say("The plan of now:", ...linesOfPlan(stale.data.plan));
  }
  if (answer.status !== 200) throw new Error(refusalOf(answer));
  say(`Applied: ${summaryOf(Plan.pick({ counts: true }).parse(answer.body))}`);
  return DONE;
}

async function isWanted(): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new Error("there is nobody to ask: say --yes, or --plan with the fingerprint of a plan");
  const reader = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(?:es)?$/i.test((await reader.question("Apply this? [y/N] ")).trim());
  } finally {
    reader.close();
  }
}

const Drift = z.looseObject({
  apply: z.union([z.looseObject({ username: z.string(), ended_at: z.string() }), z.null()]),
  plan: z.union([Plan, z.null()]),
});

async function runDrift({ client, options }: Context): Promise<number> {
  const answer = await client.get(`/drift${queryOf({ limit: SHOWN })}`);
  if (answer.status !== 200) throw new Error(refusalOf(answer));
  const { apply, plan } = Drift.parse(answer.body);
  if (options.json === true) say(answer.text);
  if (apply === null || plan === null) {
    if (options.json !== true) say("No bundle was applied yet.");
    return DONE;
  }
  if (options.json !== true)
    say(`Against the bundle that ${apply.username} applied at ${apply.ended_at}:`, ...linesOfPlan(plan));
  return codeOf(plan);
}

async function runExport({ client, options }: Context): Promise<number> {
  const { only, format } = options;
  const answer = await client.get(queryOf({ only, format }));
  return writeAnswer(answer, options);
}

async function runSchema({ client, options }: Context): Promise<number> {
  const answer = await client.get("/schema");
  return writeAnswer({ ...answer, text: `${JSON.stringify(answer.body, null, 2)}\n` }, options);
}

async function writeAnswer(answer: Answer, { to }: Options): Promise<number> {
  if (answer.status !== 200) throw new Error(refusalOf(answer));
  if (to === undefined) {
    process.stdout.write(answer.text);
    return DONE;
  }
  requireFolderOf(to);
  await writeWhole(to, bytesOf(answer.text));
  return DONE;
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
