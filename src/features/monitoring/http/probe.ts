import { hostOfUrl, refusalOfCheck, RefusedTargetError, type Refusal } from "#platform/active-targets";
import { lookUpName, type LookUpName } from "#platform/name-lookup";
import { oneLine } from "#platform/one-line";
import type { ProbeOutcome } from "../probes/outcome";
import { type AccessTokens, createAccessTokens } from "./access-token";
import { assertAnswer, type Assertion, decodeText, MAX_LOOKED_AT_BYTES } from "./assertions";
import type { Way } from "./connection";
import { basicCredentials } from "./credentials";
import { type Answer, exchange } from "./exchange";
import { parseJsonPath } from "./json-value";
import type { HttpProbeOptions } from "./options";
import { followRedirect, type HttpRequest, isRedirect } from "./redirect";
import { contentTypeOf, headersOf } from "./request-headers";
import { ProbeRun } from "./run";
import { HttpTrouble, troubleOf } from "./trouble";

export type HttpProbeOutcome = ProbeOutcome & {
  /** Of the content, after decoding; as much as was read of it. */
  responseSizeBytes: number | null;
  /** Of all servers on the way, the certificate that ends first. */
  certificateExpiresAt: Date | null;
  /** At most 255 characters. */
  certificateIssuer: string | null;
  /** Empty where no answer came. */
  assertions: readonly Assertion[];
  /** Where the answer led, in order. */
  redirects: readonly string[];
  /** Of the last answer; null unless it was asked for. */
  excerpt: { headers: Readonly<Record<string, string>>; body: string } | null;
};

/**
 * Asks once, on fresh connections, and looks at the answer. `unknown` where nothing was sent to the target, or somebody
 * else, a proxy, a server of tokens or of names, stood in the way. @throws the signal's reason.
 */
export type ProbeHttp = (
  options: HttpProbeOptions,
  { signal }: { signal: AbortSignal },
) => Promise<HttpProbeOutcome>;

type Dependencies = { lookUp?: LookUpName; refusal?: Refusal };

const EXCERPT_CHARACTERS = 16_384;

/** The probe remembers access tokens, and nothing else. */
export function createHttpProbe({
  lookUp = lookUpName,
  refusal = refusalOfCheck,
}: Dependencies = {}): ProbeHttp {
  const tokens = createAccessTokens();
  return async (options, { signal }) => {
    const run = new ProbeRun({ timeoutMs: options.timeoutMs, signal });
    try {
      const way = wayOf(options, { lookUp, refusal });
      if (options.jsonPath !== undefined) requireJsonPath(options.jsonPath.path);
      const answer = await ask(options, { way, run, tokens });
      return judge(answer, options, run);
    } catch (error) {
      signal.throwIfAborted();
      return failed(troubleOf(run.signal.aborted ? run.signal.reason : error), run);
    } finally {
      run.close();
    }
  };
}

function wayOf(options: HttpProbeOptions, dependencies: Required<Dependencies>): Way {
  const { proxyUrl, verifyTls, authorities, clientCertificate } = options;
  const proxy = proxyUrl === undefined ? undefined : parseUrl(proxyUrl, "the proxy's URL");
  return { ...dependencies, proxy, verifyTls, authorities, clientCertificate };
}

function parseUrl(text: string, what: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.hostname === "") {
    throw new HttpTrouble(`${what} is no http or https address`, "unknown");
  }
  hostOfUrl(text);
  return url;
}

function requireJsonPath(path: string): void {
  try {
    parseJsonPath(path);
  } catch (error) {
    throw new HttpTrouble(error instanceof Error ? error.message : String(error), "unknown", error);
  }
}

type Asking = { way: Way; run: ProbeRun; tokens: AccessTokens };

/** A token that is no longer taken, though it should be, is asked for once again. */
async function ask(options: HttpProbeOptions, { way, run, tokens }: Asking): Promise<Answer> {
  const { auth } = options;
  if (auth?.type !== "oauth2") {
    return askFollowing(options, { way, run, authorization: authorizationOf(auth) });
  }
  const withToken = async () => {
    const token = await tokens.get(auth.client, { way, run });
    run.restartClock();
    const answer = await askFollowing(options, { way, run, authorization: `Bearer ${token.value}` });
    return { answer, isFresh: token.isFresh };
  };
  const first = await withToken();
  if (first.answer.statusCode !== 401 || first.isFresh) return first.answer;
  tokens.forget(auth.client);
  return (await withToken()).answer;
}

function authorizationOf(auth: Exclude<HttpProbeOptions["auth"], { type: "oauth2" }>): string | undefined {
  if (auth === undefined) return undefined;
  return auth.type === "basic" ? basicCredentials(auth) : `Bearer ${auth.token}`;
}

type Following = { way: Way; run: ProbeRun; authorization: string | undefined };

async function askFollowing(
  options: HttpProbeOptions,
  { way, run, authorization }: Following,
): Promise<Answer> {
  const { followRedirects, maxRedirects } = options;
  let request = firstRequest(options);
  for (;;) {
    const clientCertificate = request.isOwn ? way.clientCertificate : undefined;
    const answer = await exchange(request, {
      way: { ...way, clientCertificate },
      run,
      headers: headersOf(request, options, authorization),
      ...amountsOf(options),
    }).catch((error: unknown) => {
      throw run.redirects.length > 0 ? badRedirect(error, request.url) : error;
    });
    const { statusCode, headers } = answer;
    const { location } = headers;
    if (!followRedirects || location === undefined || !isRedirect(statusCode)) return answer;
    if (run.redirects.length >= maxRedirects) {
      throw new HttpTrouble(`Exceeded ${maxRedirects} redirects`);
    }
    const next = followRedirect(request, { statusCode, location });
    if (request.url.protocol === "https:" && next.url.protocol === "http:") {
      run.details["redirected_to_plain_http"] = true;
    }
    run.redirects.push(next.url.href);
    request = next;
  }
}

/** That a target leads to where nobody goes is the target's own fault. */
function badRedirect(error: unknown, { origin }: URL): unknown {
  if (!(error instanceof RefusedTargetError)) return error;
  return new HttpTrouble(`redirected to ${origin}: ${error.message}`, "down", error);
}

function firstRequest({ url: text, method, body, cacheBust = false }: HttpProbeOptions): HttpRequest {
  const url = parseUrl(text, "the URL");
  url.hash = "";
  if (url.username !== "" || url.password !== "") {
    throw new HttpTrouble(
      "the URL has a user name or password, which belong into the credentials",
      "unknown",
    );
  }
  if (cacheBust) url.search += `${url.search === "" ? "?" : "&"}_=${crypto.randomUUID()}`;
  return {
    url,
    method,
    body: body === undefined ? undefined : { text: body.text, contentType: contentTypeOf(body.encoding) },
    isOwn: true,
  };
}

/** How much of a body has to be read, and how much of that to be kept. */
function amountsOf({ keyword, jsonPath, maxBodyBytes = 0, withExcerpt = false }: HttpProbeOptions) {
  const isLookedAt = keyword !== undefined || jsonPath !== undefined || withExcerpt;
  return {
    readBytes: Math.max(MAX_LOOKED_AT_BYTES, maxBodyBytes),
    keepBytes: isLookedAt ? MAX_LOOKED_AT_BYTES : 0,
  };
}

function judge(answer: Answer, options: HttpProbeOptions, run: ProbeRun): HttpProbeOutcome {
  const latencyMs = run.elapsedMs;
  const assertions = assertAnswer(answer, { options, latencyMs });
  const broken = assertions.find(({ passed }) => !passed);
  if (answer.body.isTruncated) run.details["body_read_in_part"] = true;
  return {
    ...foundBy(run),
    status: broken === undefined ? "up" : "down",
    latencyMs,
    error:
      broken === undefined
        ? null
        : oneLine(`${broken.name}: expected ${broken.expected}, found ${broken.actual}`),
    responseSizeBytes: answer.body.sizeBytes,
    assertions,
    excerpt: options.withExcerpt === true ? excerptOf(answer) : null,
  };
}

function failed({ status, message }: HttpTrouble, run: ProbeRun): HttpProbeOutcome {
  return {
    ...foundBy(run),
    status,
    latencyMs: null,
    error: oneLine(message),
    responseSizeBytes: null,
    assertions: [],
    excerpt: null,
  };
}

function foundBy({ statusCode, details, certificate, redirects }: ProbeRun) {
  return {
    statusCode,
    details,
    certificateExpiresAt: certificate?.expiresAt ?? null,
    certificateIssuer: certificate?.issuer ?? null,
    redirects: redirects.map((url) => oneLine(url)),
  };
}

function excerptOf({ headers, body }: Answer): NonNullable<HttpProbeOutcome["excerpt"]> {
  const shown = Object.entries(headers).map(([name, value]): [string, string] => [
    name,
    Array.isArray(value) ? value.join(", ") : (value ?? ""),
  ]);
  const text = decodeText(body.kept, headers["content-type"]).slice(0, EXCERPT_CHARACTERS);
  return { headers: Object.fromEntries(shown), body: text };
}
