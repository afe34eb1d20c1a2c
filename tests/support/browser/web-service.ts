import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildWeb } from "../../../src/web/build/build";
import { MANIFEST_FILE } from "../../../src/web/build/manifest";
import { hashSources } from "../../../src/web/build/source-hash";
import { setUpAdmin, signIn, type ApiClient } from "../api-client";
import { parseDocument, type Document } from "../conformance";
import { startService, type ServiceOptions, type ServiceProcess } from "../service-process";

const ROOT = join(import.meta.dir, "../../..");
const BUILD = join(ROOT, "dist/web");

export type WebService = ServiceProcess & {
  /** What the pages may ask for. */
  document: Document;
};

/** The real program with the present UI, and nobody in it. */
export async function startWebService(options: ServiceOptions = {}): Promise<WebService> {
  if (!isBuilt()) await buildWeb(ROOT, BUILD);
  const service = await startService(options);
  const document = parseDocument(await (await fetch(`${service.url}/api/openapi.json`)).json());
  return { ...service, document };
}

function isBuilt(): boolean {
  const manifest = join(BUILD, MANIFEST_FILE);
  return existsSync(manifest) && readFileSync(manifest, "utf8").includes(`"${hashSources(ROOT)}"`);
}

/** The same with the first administrator (ADMIN), and a client that calls the API as that person. */
export async function startWebServiceWithAdmin(
  options: ServiceOptions = {},
): Promise<{ service: WebService; admin: ApiClient & { key: string } }> {
  const service = await startWebService(options);
  return { service, admin: await setUpAdmin(service.url) };
}

export type Person = { username: string; password: string };

let people = 0;

/** Who makes the people of a service, signed in once: each sign-in is a costly hash. */
const makers = new Map<string, Promise<ApiClient>>();

/** A user of one test's own. */
export async function givenPerson(
  { service }: { service: WebService },
  role = "SuperAdmin",
): Promise<Person> {
  people += 1;
  const person = { username: `person-${people}`, password: "a long enough password" };
  const body = JSON.stringify({ ...person, role });
  let answer = await (await makerOf(service)).fetch("/api/v1/auth/users", { method: "POST", body });
  if (answer.status === 401) {
    // The test may be about ended sessions.
    makers.delete(service.url);
    answer = await (await makerOf(service)).fetch("/api/v1/auth/users", { method: "POST", body });
  }
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}: ${await answer.text()}`);
  return person;
}

function makerOf({ url }: WebService): Promise<ApiClient> {
  const maker = makers.get(url) ?? signIn(url);
  makers.set(url, maker);
  return maker;
}
