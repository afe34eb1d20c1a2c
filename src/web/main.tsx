import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, type ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { meQuery } from "./api/me";
import { createQueryClient } from "./api/query-client";
import { asError, isMissingChunk } from "./components/states/as-error";
import { createOutside } from "./outside/outside";
import "./theme/base.css";
import { cssVariablesResolver, theme } from "./theme/theme";

declare global {
  /** Where libraries that write styles look for the nonce; Mantine's scroll lock is one. */
  var __webpack_nonce__: string | undefined;
}

/** A boundary has shown it; for the log all but what an upgrade took away, which is no fault. */
function onCaughtError(error: unknown): void {
  if (isMissingChunk(asError(error))) return;
  // oxlint-disable-next-line no-console -- the only log that a page has
  console.error(error);
}

const nonce = document.querySelector("meta[name=style-nonce]")?.getAttribute("content") ?? "";
globalThis.__webpack_nonce__ = nonce;

const colorSchemeManager = localStorageColorSchemeManager({ key: "netatlas-color-scheme" });
const queries = createQueryClient();
const element = document.querySelector("#root");
if (element === null) throw new Error("our bug: the page has no root");
const root = createRoot(element, { onCaughtError });

function show(page: ReactNode): void {
  root.render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <QueryClientProvider client={queries}>{page}</QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

const outside = createOutside({
  queries,
  show,
  async goInside() {
    // Every page inside needs both, and neither waits for the other; where one cannot be had, the router says so.
    import("./shell/layout").catch(() => undefined);
    void queries.prefetchQuery(meQuery());
    const { showInside } = await import("./inside");
    showInside({ queries, show, goOutside: outside.begin });
  },
});
outside.begin();
