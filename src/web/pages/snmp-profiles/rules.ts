import { required } from "../../components/form/rules";
import type { SnmpProfile } from "./api";

/** What stands in the inputs. */
export type ProfileValues = Record<
  | "name"
  | "community"
  | "username"
  | "auth_protocol"
  | "auth_key"
  | "priv_protocol"
  | "priv_key"
  | "context"
  | "port"
  | "timeout_seconds"
  | "retries",
  string
>;

type Rule = (value: string, values: ProfileValues) => string | null;

/** RFC 3414 11.2: passwords of fewer octets are refused. */
const SHORTEST_KEY = 8;

const NONE: Rule = () => null;

/** The rules of the fields that a version has; a secret that `profile` has may be left empty. */
export function rulesOf(version: SnmpProfile["version"], profile: SnmpProfile | undefined) {
  const isUser = version === "v3";
  return {
    name: required("The name"),
    community: isUser || profile?.has_community === true ? NONE : required("The community"),
    username: isUser ? required("The user") : NONE,
    auth_key: isUser ? keyRule("authentication", "auth_protocol", profile?.has_auth_key === true) : NONE,
    priv_protocol: isUser ? needsAuthentication : NONE,
    priv_key: isUser ? keyRule("encryption", "priv_protocol", profile?.has_priv_key === true) : NONE,
  };
}

function keyRule(what: string, protocol: "auth_protocol" | "priv_protocol", isSet: boolean): Rule {
  return (key, values) => {
    const isWanted = values[protocol] !== "";
    if (key === "") return isWanted && !isSet ? `The ${what} key is missing` : null;
    if (!isWanted) return `A key without ${what}: choose one above, or leave the key empty`;
    return key.length < SHORTEST_KEY ? `The ${what} key has at least ${SHORTEST_KEY} characters` : null;
  };
}

/** RFC 3411 3.4.3: no privacy without authentication. */
const needsAuthentication: Rule = (protocol, values) =>
  protocol !== "" && values.auth_protocol === "" ? "What is encrypted has to be authenticated, too" : null;
