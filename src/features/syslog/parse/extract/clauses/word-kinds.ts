import { wordsOf } from "../../values/word-list";

/**
 * What a word of a clause does there. A verb and the nouns that are made of it are of one kind: a `connection to`
 * somebody
 * is what `connecting to` him makes.
 */
type WordKind =
  // Prepositions; the others lead to a place, a way or the next clause.
  | "to"
  | "with"
  | "from"
  | "by"
  | "for"
  | "of"
  | "via"
  | "place"
  | "aside"
  // What whoever begins does: he has whom behind `to`, `with`, `from` or nothing.
  | "call"
  | "login"
  | "link"
  | "talk"
  | "send"
  | "ask"
  | "reach"
  | "fetch"
  | "use"
  | "leave"
  | "wait"
  | "begin"
  // What whoever is asked does, and what both say.
  | "taken"
  | "away"
  | "serve"
  | "answer"
  | "message"
  | "thing"
  // How it went, or goes.
  | "state"
  | "well"
  | "no"
  | "new"
  // Not said of traffic: settings, routes, leases, names.
  | "setting"
  // Whose an address is said to be.
  | "server"
  | "client"
  | "own"
  | "callee"
  | "caller"
  // What a manager hears of devices.
  | "alarm"
  // Of whom devices report that know their users, whom no traffic goes to.
  | "keeper";

export type Kind = WordKind | "stop" | undefined;

/** A word of a clause, in small letters, and what it does there where it is listed; `stop` is what ends a clause. */
export type ClauseWord = { readonly word: string; readonly kind: Kind };

/** Words that are of a kind in this form alone. */
const PLAIN: readonly [WordKind, string][] = [
  ["to", "to towards toward into onto"],
  ["with", "with"],
  ["from", "from"],
  ["by", "by"],
  ["for", "for"],
  ["of", "of"],
  ["via", "via through"],
  ["place", "at on behind under"],
  ["aside", "in over as and or after before while when until since during because due against"],
  [
    "server",
    `server servers broker brokers upstream backend database db nameserver resolver registry collector controller
    tracker registrar supernode repository kdc mirror master leader coordinator gateway relay proxy service endpoint
    target destination bootnode seed hub replica primary website url uri webhook daemon supervisor reflector namenode
    headend concentrator virtualhost rserver forwarder sink aggregator indexer provider store bus exchange queue
    redis postgres postgresql mysql mariadb mongo mongodb kafka zookeeper etcd consul vault elasticsearch opensearch influxdb
    rabbitmq nats ldap memcached cassandra clickhouse minio nfs iscsi`,
  ],
  [
    "client",
    `client clients user users subscriber subscribers customer player players guest visitor caller viewer browser
    supplicant station attacker consumer admin administrator operator account member`,
  ],
  ["own", "listener local own our itself self bound vty tty console line vlan interface"],
  ["callee", "callee callee's callees"],
  ["caller", "caller's"],
  [
    "thing",
    "file files email emails mail mails password code notification key keys lease leases offer page pages token cookie",
  ],
  ["new", "new another"],
  ["begin", "starting opening creating making establishing initiating beginning"],
  ["alarm", "trap traps event events alert alerts alarm alarms"],
  ["keeper", "aaa auth acct accounting radius tacacs"],
  ["taken", "incoming inbound receiver acceptor rcvd recvd recv rcv rx"],
  ["no", "no not never without cannot can't couldn't didn't doesn't"],
  ["well", "available responding reachable running accepting answering listening found responded answered"],
  ["wait", "waiting waited"],
  [
    "message",
    "message messages msg packet packets pkt datagram datagrams frame frames payload bytes invite bye",
  ],
  [
    "link",
    "conn conns comm comms socket sockets channel channels websocket pipe uplink heartbeat heartbeats keepalive keepalives",
  ],
  ["leave", "disconnected disconnecting disconnect disconnection"],
  [
    "state",
    `refused reset failed failing fails fail failure failures lost loses losing established closed closing terminated aborted
    timed timeout timeouts unreachable econnrefused econnreset econnaborted etimedout ehostunreach enetunreach ehostdown
    unavailable unresponsive unanswered offline down dead gone away broken dropped expired hung stuck stalled silent overloaded interrupted crashed eof complete completed succeeded success error errors`,
  ],
];

/** Bases of verbs that go by rules, and nouns that are made of them. */
const VERBS: readonly [WordKind, string][] = [
  ["call", "connect connection reconnect reconnection dial redial attempt retry establish initiate"],
  ["login", "login logon sign authenticate authentication"],
  ["link", "session link tunnel stream association circuit transport call"],
  [
    "talk",
    `talk speak communicate communication handshake negotiate negotiation associate register registration subscribe
    subscription join attach sync synchronize synchronise replicate replication`,
  ],
  ["ask", "query request ask notify inform interrogate"],
  [
    "send",
    `send resend publish forward post upload push export ship deliver delivery emit transmit retransmit report submit dispatch
    copy flush archive put patch append enqueue produce persist transfer feed dump signal trigger invoke issue delegate
    offload beam`,
  ],
  ["reach", "contact reach ping poll probe consult visit"],
  [
    "fetch",
    "download fetch retrieve pull import clone mirror scrape crawl obtain acquire collect gather harvest",
  ],
  ["use", "use try select choose prefer pick"],
  ["serve", "serve"],
  ["taken", "accept receive"],
  ["away", "throttle kick evict expel greylist tarpit"],
  ["answer", "respond response reply answer return acknowledge acknowledgement ack result"],
  [
    "setting",
    `listen bind route lease assign add set configure change update map translate resolve advertise announce move migrate
    rename allocate reserve offer bridge restore roam upgrade scan redirect`,
  ],
];
const IRREGULAR: readonly [WordKind, string][] = [
  [
    "send",
    "sent wrote write writing written sendto dropping discarding queueing queuing queued delaying delayed discarded",
  ],
  ["talk", "spoke peering peered"],
  ["login", "logged logging logs"],
  ["fetch", "loading loaded"],
  ["use", "chose chosen"],
  ["reach", "giving gave"],
];
const VOWEL_BEFORE_LAST = /[aeiou][bdglmnprt]$/;

/** The forms of a verb that a sentence may have, and some that there are not, which do no harm. */
function formsOf(base: string): string[] {
  const stem = base.endsWith("e") ? base.slice(0, -1) : base;
  const forms = [base, `${base}s`, `${base}es`, `${stem}ed`, `${stem}ing`];
  if (base.endsWith("y")) forms.push(`${base.slice(0, -1)}ies`, `${base.slice(0, -1)}ied`);
  if (VOWEL_BEFORE_LAST.test(base)) forms.push(`${base}${base.at(-1)}ed`, `${base}${base.at(-1)}ing`);
  return forms;
}

/** A word is of the first kind that it is listed with. */
const listed = new Map<string, ClauseWord>();
for (const [kind, words] of [...PLAIN, ...IRREGULAR])
  for (const word of wordsOf(words)) if (!listed.has(word)) listed.set(word, { word, kind });
for (const [kind, bases] of VERBS)
  for (const word of wordsOf(bases).flatMap(formsOf)) if (!listed.has(word)) listed.set(word, { word, kind });

/** A word in small letters with what it does in a clause: nothing where it is not listed, as a name mostly is. */
export function clauseWord(word: string): ClauseWord {
  return listed.get(word) ?? { word, kind: undefined };
}
