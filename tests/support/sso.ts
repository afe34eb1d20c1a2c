import type { TestDatabase } from "./database";
import {
  cookiesOf,
  createTestService,
  uniqueAddress,
  uniqueName,
  type Answer,
  type TestService,
} from "./app";
import { visitProvider, type TestProvider } from "./oidc-provider";

export const APP_URL = "http://localhost:8080";
const LOGIN = "GET /api/v1/auth/oidc/login";
const CALLBACK = "/api/v1/auth/oidc/callback";

/** The real app, set up for single sign-on by the environment; `settings` come on top. */
export function createSsoService(
  provider: Pick<TestProvider, "issuer" | "client">,
  options: { settings?: Record<string, string>; database?: TestDatabase } = {},
): Promise<TestService> {
  return createTestService({
    ...(options.database === undefined ? {} : { database: options.database }),
    settings: {
      APP_URL,
      OIDC_ENABLED: "true",
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: provider.client.client_id,
      OIDC_CLIENT_SECRET: provider.client.client_secret,
      OIDC_SCOPES: "openid profile email groups",
      ...options.settings,
    },
  });
}

/** A browser's cookies of a sign-in that is on its way, and where the provider is. */
export type Started = { location: string; cookies: string };

/** The first step, at the service. */
export async function beginSso(service: TestService): Promise<Started> {
  const answer = await service.call(LOGIN, { peer: uniqueAddress() });
  const location = answer.headers.get("Location") ?? "";
  if (answer.status !== 302 || !location.startsWith("http")) {
    throw new Error(`sign-in answered ${answer.status} ${location} ${answer.text}`);
  }
  return { location, cookies: cookieHeader(answer) };
}

/** The provider's answer, handed in by the browser. */
export function callBack(
  service: TestService,
  { search, cookies, peer = uniqueAddress() }: { search: string; cookies: string; peer?: string },
): Promise<Answer> {
  return service.call(`GET ${CALLBACK}${search}`, {
    peer,
    headers: cookies === "" ? {} : { Cookie: cookies },
  });
}

/** What the browser brings back from the provider, unvisited. */
export async function beginAndVisit(
  service: TestService,
  person: { login: string; isCancelled?: boolean },
): Promise<{ search: string; cookies: string }> {
  const { location, cookies } = await beginSso(service);
  const { search } = await visitProvider(location, person);
  return { search, cookies };
}

/** A whole sign-in of a person; gives the callback's answer. */
export async function signInBySso(service: TestService, login: string): Promise<Answer> {
  return callBack(service, await beginAndVisit(service, { login }));
}

/** Where an answer leads to: `/` for a success, else the code that the sign-in page is told. */
export function outcomeOf(answer: Answer): string {
  const location = answer.headers.get("Location") ?? "";
  return /^\/\?sso_error=(\w+)$/.exec(location)?.[1] ?? location;
}

/** Gives the function that makes a person at the provider, with a verified address unless `claims` say otherwise. */
export function personsOf(provider: TestProvider) {
  return (claims: Record<string, unknown> = {}): string => {
    const login = uniqueName("person");
    provider.people.set(login, { email: `${login}@example.com`, email_verified: true, ...claims });
    return login;
  };
}

/** The bearer token of a sign-in that succeeded. */
export function ssoTokenOf(answer: Answer): string {
  if (outcomeOf(answer) !== "/") throw new Error(`the sign-in failed: ${outcomeOf(answer)}`);
  return cookiesOf(answer).get("svc_access")?.split(";")[0] ?? "";
}

function cookieHeader(answer: Answer): string {
  return [...cookiesOf(answer)].map(([name, cookie]) => `${name}=${cookie.split(";")[0]}`).join("; ");
}
