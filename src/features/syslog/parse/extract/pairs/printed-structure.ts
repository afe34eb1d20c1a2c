/**
 * How Go prints a packet's structure: the own end and the other one, their ports, the protocol and whether it is a
 * fragment.
 */
const PACKET =
  /(?<![\w.-])(?:fw)?packet=["']?&?\{([\da-f.:]{3,39}) ([\da-f.:]{3,39}) (\d{1,5}) (\d{1,5}) (\d{1,3}) (?:true|false)\}["']?/i;
/** The same with the names of its parts: `packet="&{LocalIP:A RemoteIP:B …}"`. */
const NAMED = /=["']?&\{([A-Z]\w{1,24}:[^{}"'= ]{1,64}(?: [A-Z]\w{1,24}:[^{}"'= ]{0,64}){3,16})\}["']?/;
const PART = /(?<=^| )(\w{1,24}):/g;
/** An object within a value, as pairs are printed that hold such: `packet="{\"LocalIP\":\"A\",…}"`. */
const ESCAPED =
  /="\{(\\"\w{1,24}\\":(?:\\"[^"\\=]{0,64}\\"|[\w.-]{1,16})(?:, ?\\"\w{1,24}\\":(?:\\"[^"\\=]{0,64}\\"|[\w.-]{1,16})){3,16})\}"/;
const ESCAPED_PART = /\\"(\w{1,24})\\":(?:\\"([^"\\]*)\\"|([\w.-]+)),? ?/g;
const WAY = /(?<![\w-])(inbound|outbound|incoming|outgoing) (?:packet|connection|traffic|session|flow)/i;

/** The parts of a packet that a program has printed as one value as pairs, with the way that the line tells of it. */
export function withStructure(text: string): string {
  const way = WAY.exec(text)?.[1];
  const direction = way === undefined ? "" : `direction=${way} `;
  const [escaped, fields = ""] = text.includes('{\\"') ? (ESCAPED.exec(text) ?? []) : [];
  if (escaped !== undefined)
    return text.replace(escaped, () => `= ${direction}${fields.replaceAll(ESCAPED_PART, "$1=$2$3 ")}`);
  const [whole, parts = ""] = NAMED.exec(text) ?? [];
  if (whole !== undefined) return text.replace(whole, () => `= ${direction}${parts.replaceAll(PART, "$1=")}`);
  return text.replace(
    PACKET,
    (_, ...[own = "", other = "", ownPort = "", otherPort = "", protocol = ""]: string[]) =>
      `${direction}local_ip=${own} remote_ip=${other} local_port=${ownPort} remote_port=${otherPort} proto=${protocol}`,
  );
}
