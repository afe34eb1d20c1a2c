import { wordsOf } from "../../values/word-list";

/**
 * What a word of a clause does there. Verbs and what they are made nouns of stand together: a `connection to` somebody is
 * what `connecting to` him makes.
 */
export type WordKind =
  /** Prepositions. */
  | "to"
  | "with"
  | "from"
  | "by"
  | "place"
  | "aside"
  /** What whoever begins does, that has whom behind `to`, `with` or nothing. */
  | "call"
  | "link"
  | "talk"
  | "send"
  | "reach"
  | "fetch"
  | "use"
  /** What who is asked does, and what it says. */
  | "serve"
  | "answer"
  | "message"
  /** Not said of traffic: settings, routes, leases, names. */
  | "setting"
  /** What an address is called in front of it. */
  | "server"
  | "client"
  /** What is sent to who asked for it. */
  | "thing"
  /** What somebody else began. */
  | "taken"
  | "own"
  | "no";

/** Words that are what they are in this form alone. */
const PLAIN: readonly [WordKind, string][] = [
  ["to", "to towards toward into onto"],
  ["with", "with against"],
  ["from", "from"],
  ["by", "by"],
  ["place", "at on under behind"],
  ["aside", "of for in via over through as and or after before while when until since during because due"],
  [
    "server",
    `server servers broker brokers upstream backend database db nameserver resolver registry collector controller
    tracker registrar supernode repository kdc mirror master leader coordinator gateway relay proxy service endpoint
    target destination bootnode seed hub replica primary seeds website url uri webhook api`,
  ],
  [
    "client",
    `client clients user users subscriber subscribers customer player players guest visitor caller viewer browser
    supplicant station attacker consumer admin administrator operator`,
  ],
  ["own", "listener local own our itself localhost self loopback bound vty tty console line vlan interface"],
  ["thing", "file files email emails mail mails password code notification"],
  ["taken", "accept accepts accepted accepting receive receives received receiving incoming inbound"],
  ["no", "no never without"],
  [
    "answer",
    "answer answers response responses reply replies ack acks acknowledgement result results error errors",
  ],
  [
    "message",
    `message messages msg packet packets pkt datagram datagrams frame frames payload bytes octets invite register
    registrations options notify bye`,
  ],
  ["link", "conn conns comm comms socket sockets channel channels websocket pipe uplink"],
];

/** Bases of verbs that go by rules, with what they are made nouns of. */
const VERBS: readonly [WordKind, string][] = [
  ["call", "connect connection reconnect reconnection dial redial attempt retry login logon"],
  ["link", "session link tunnel stream association circuit transport"],
  [
    "talk",
    `talk speak communicate communication handshake negotiate negotiation associate register registration subscribe
    subscription authenticate join peer attach sync synchronize synchronise replicate replication`,
  ],
  [
    "send",
    `send publish forward post upload push export ship deliver delivery emit transmit report submit dispatch copy flush
    back archive request query relay proxy stream redirect`,
  ],
  ["reach", "contact reach ping poll query probe dial call consult visit"],
  ["fetch", "download fetch retrieve pull import clone mirror scrape crawl sync"],
  ["use", "use try select choose prefer pick"],
  ["serve", "serve"],
  ["answer", "respond reply answer return acknowledge"],
  [
    "setting",
    `listen bind route lease assign add set configure change update map translate resolve advertise announce move migrate
    rename allocate reserve offer bridge restore roam upgrade scan`,
  ],
];
const IRREGULAR: readonly [WordKind, string][] = [
  ["send", "sent wrote write writing written"],
  ["talk", "spoke"],
  ["use", "chose chosen"],
  ["fetch", "got"],
];
const VOWEL_BEFORE_LAST = /[aeiou][bdglmnprt]$/;

/** The forms of a verb that a sentence may have: also some that there are not, which do no harm. */
function formsOf(base: string): string[] {
  const stem = base.endsWith("e") ? base.slice(0, -1) : base;
  const forms = [base, `${base}s`, `${base}es`, `${stem}ed`, `${stem}ing`];
  if (base.endsWith("y")) forms.push(`${base.slice(0, -1)}ies`, `${base.slice(0, -1)}ied`);
  if (VOWEL_BEFORE_LAST.test(base)) forms.push(`${base}${base.at(-1)}ed`, `${base}${base.at(-1)}ing`);
  return forms;
}

/** The first kind that a word is listed with is its own. */
const kinds = new Map<string, WordKind>();
for (const [kind, words] of [...PLAIN, ...IRREGULAR])
  for (const word of wordsOf(words)) if (!kinds.has(word)) kinds.set(word, kind);
for (const [kind, bases] of VERBS)
  for (const word of wordsOf(bases).flatMap(formsOf)) if (!kinds.has(word)) kinds.set(word, kind);

/** What a word in small letters does in a clause; undefined of a word that is not listed: a name, mostly. */
export function kindOf(word: string): WordKind | undefined {
  return kinds.get(word);
}
