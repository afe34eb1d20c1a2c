/** RFC 7617, as UTF-8. */
export function basicCredentials({ username, password }: { username: string; password: string }): string {
  return `Basic ${Buffer.from(`${username}:${password}`, "utf8").toString("base64")}`;
}
