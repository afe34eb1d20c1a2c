import type { ConsoleMessage, Page } from "playwright-core";
import type { Document } from "../conformance";

/** A refused request is an answer like any other; the browser notes each in its console all the same. */
const REFUSED = /^Failed to load resource: the server responded with a status of 4\d\d/;

/**
 * The stream that pages hold open is cut where the connection is; the browser notes that, too, and the page asks
 * whether the service is there, and opens another.
 */
const CUT = /^Failed to load resource: net::ERR_/;
const HELD = ["/api/v1/alerts/live", "/api/v1/health"];

function isExpected(message: ConsoleMessage): boolean {
  if (REFUSED.test(message.text())) return true;
  return CUT.test(message.text()) && HELD.some((path) => message.location().url.endsWith(path));
}

/**
 * Collects all that a page must not do: errors and warnings in its console, requests that are not documented, 5xx
 * answers.
 */
export function watchPage(page: Page, document: Document): string[] {
  const problems: string[] = [];
  page.on("console", (message) => {
    const isComplaint = message.type() === "error" || message.type() === "warning";
    if (isComplaint && !isExpected(message)) problems.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.stack ?? error.message}`));
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (
      pathname.startsWith("/api/") &&
      !isOfDocumentation(pathname) &&
      !isDocumented(document, { method: request.method(), pathname })
    ) {
      problems.push(`not in the OpenAPI document: ${request.method()} ${pathname}`);
    }
  });
  page.on("response", (response) => {
    if (response.status() >= 500) problems.push(`answered ${response.status()}: ${response.url()}`);
  });
  return problems;
}

/** The document does not name the page that shows it. */
function isOfDocumentation(pathname: string): boolean {
  return pathname === "/api/openapi.json" || /^\/api\/docs(?:$|\/)/.test(pathname);
}

function isDocumented(
  document: Document,
  { method, pathname }: { method: string; pathname: string },
): boolean {
  return Object.entries(document.paths).some(
    ([path, operations]) => operations[method.toLowerCase()] !== undefined && patternOf(path).test(pathname),
  );
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/[.]/g, "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}
