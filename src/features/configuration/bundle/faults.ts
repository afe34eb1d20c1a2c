import { invalid, type ApiError } from "#platform/errors";

/** What is wrong in a bundle, and where: `["devices", 3, "mac_address"]`. */
export type BundleFault = { path: readonly (string | number)[]; message: string; line?: number };

/** A bundle with faults in thousands of things is not answered by as many. */
const MAX_TOLD = 100;

/** 422 that names path and line of each fault. */
export function invalidBundle(faults: readonly BundleFault[]): ApiError {
  return invalid(
    faults.slice(0, MAX_TOLD).map(({ path, message, line }) => ({
      loc: ["body", ...path],
      msg: `Value error, ${[placeOf({ path, line }), message].filter((text) => text !== "").join(": ")}`,
      type: "value_error",
    })),
  );
}

function placeOf({ path, line }: Pick<BundleFault, "path" | "line">): string {
  const text = textOfPath(path);
  if (line === undefined) return text;
  return text === "" ? `line ${line}` : `${text} (line ${line})`;
}

/** `devices[3].mac_address`. */
export function textOfPath(path: readonly (string | number)[]): string {
  return path
    .map((part, at) => (typeof part === "number" ? `[${part}]` : `${at === 0 ? "" : "."}${part}`))
    .join("");
}
