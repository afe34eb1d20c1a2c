import { required } from "../../components/form/rules";
import type { Inputs } from "../../components/settings-form/fields";
import type { Provider } from "./providers";

/**
 * What is missing, and addresses to which nothing could be sent, by field; a secret that is set need not be typed
 * again.
 */
export function problemsOf(
  inputs: Inputs,
  { provider, secretsSet }: { provider: Pick<Provider, "fields" | "needs">; secretsSet: readonly string[] },
): Record<string, string | null> {
  const isNeeded = (name: string) => provider.needs.includes(name) && !secretsSet.includes(name);
  const fields = [{ name: "name", label: "Name" }, ...provider.fields];
  return Object.fromEntries(
    fields.map(({ name, label }): [string, string | null] => {
      const text = String(inputs[name] ?? "");
      const missing = name === "name" || isNeeded(name) ? required(label)(text) : null;
      return [name, missing ?? (name.endsWith("_url") ? urlFault(text) : null)];
    }),
  );
}

/** As the service reads it when it sends. */
function urlFault(text: string): string | null {
  const typed = text.trim();
  const url = typed === "" ? undefined : URL.parse(typed);
  if (url === undefined) return null;
  const isFit = url !== null && /^https?:$/.test(url.protocol) && url.hostname !== "";
  return isFit ? null : "Not an address that begins with https:// or http:// and names a host";
}
