import { useQuery } from "@tanstack/react-query";
import type { Model } from "../../api/client";
import { enginesQuery } from "./api";

export type Engine = NonNullable<Model<"DiscoveryStart">["engine"]>;

const NAMES: Readonly<Record<Engine, string>> = { own: "The service itself", nmap: "nmap" };

/** What looks for hosts, for a list to choose from; `hint` says what would make the rest available. */
export function useEngines() {
  const { data: engines = [] } = useQuery(enginesQuery());
  const missing = engines.filter(({ is_available: isThere }) => !isThere);
  const choice = (value: Engine) => {
    const isMissing = missing.some(({ engine }) => engine === value);
    return {
      value,
      label: isMissing ? `${NAMES[value]} (not installed)` : NAMES[value],
      disabled: isMissing,
    };
  };
  return {
    // What is chosen has its name before the service has said what is there.
    choices: [choice("own"), choice("nmap")],
    hint: missing.length === 0 ? undefined : missing.map(({ detail }) => detail).join(" "),
  };
}

export function engineOf(text: string): Engine {
  return text === "nmap" ? "nmap" : "own";
}

/** Texts with commas or spaces between them. */
export function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}
