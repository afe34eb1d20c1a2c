/** Where a ClickHouse is, and as whom to go there. */
export type ClickHouseAddress = {
  /** `http://host:8123` or `https://host:8443` each, in the order in which they are tried. */
  urls: string[];
  user: string;
  password: string;
  database: string;
  /** Its name, where tables lie on several machines. */
  cluster: string | undefined;
};

const PARTS =
  /^clickhouse(?<secure>s?):\/\/(?:(?<user>[^:@/?]*)(?::(?<password>[^@/?]*))?@)?(?<hosts>[^@/?]+)(?:\/(?<database>[^/?]*))?(?:\?(?<options>.*))?$/;
const HOST = /^(?<name>\[[0-9a-fA-F:.]+\]|[\w.-]+)(?::(?<port>\d{1,5}))?$/;
const PORTS = { http: 8123, https: 8443 };
const OPTIONS: readonly string[] = ["cluster", "secure"];

/**
 * Reads `clickhouse://user:password@host:8123,host/database?cluster=name`; `clickhouses://` or `secure=1` is by TLS. What
 * stands in user, password and database may be percent-encoded. Undefined: it is no such address.
 */
export function readClickHouseAddress(text: string): ClickHouseAddress | undefined {
  const { groups } = PARTS.exec(text.trim()) ?? {};
  if (groups === undefined) return undefined;
  const options = new URLSearchParams(groups["options"] ?? "");
  const secure = options.get("secure") ?? (groups["secure"] === "s" ? "1" : "0");
  if (!["0", "1"].includes(secure) || [...options.keys()].some((name) => !OPTIONS.includes(name)))
    return undefined;
  const urls = (groups["hosts"] ?? "")
    .split(",")
    .map((host) => urlOf(host, secure === "1" ? "https" : "http"));
  const [user, password, database] = [groups["user"], groups["password"], groups["database"]].map(decode);
  if (user === undefined || password === undefined || database === undefined) return undefined;
  const known = urls.filter((url) => url !== undefined);
  if (known.length < urls.length) return undefined;
  return {
    urls: known,
    user: user || "default",
    password,
    database: database || "netatlas",
    cluster: options.get("cluster") || undefined,
  };
}

function urlOf(host: string, scheme: keyof typeof PORTS): string | undefined {
  const { groups } = HOST.exec(host) ?? {};
  if (groups === undefined) return undefined;
  const port = Number(groups["port"] ?? PORTS[scheme]);
  return port > 0 && port < 65_536 ? `${scheme}://${groups["name"] ?? ""}:${port}` : undefined;
}

/** Undefined where it is not well encoded. */
function decode(text = ""): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
