import type { Fault } from "../support/fault-report";

/**
 * What may go wrong, and must end well. Tests say by the beginning of their name which of these they prove: `fault 7:
 * …`.
 */
export const FAULTS: readonly Fault[] = [
  { number: 1, title: "ten minutes at 0.8 of the no-loss rate: nothing lost or repeated, memory flat" },
  { number: 2, title: "twice the no-loss rate: every loss is counted, the API answers within a second" },
  { number: 3, title: "kill -9 under load, again and again: a short tail lost at most, nothing twice" },
  { number: 4, title: "SIGTERM under load: drains, exit code 0, nothing lost that was received" },
  {
    number: 5,
    title: "kill -9 between the steps of storing, merging and deleting: every event once afterwards",
  },
  { number: 6, title: "the last record cut at any octet: what is whole stays, the tail is reported" },
  {
    number: 7,
    title: "a flipped octet in a segment: that segment is set aside and named, the rest is searched",
  },
  { number: 8, title: "a catalog that is gone: rebuilt or refused, never silently empty" },
  {
    number: 9,
    title: "a full disk while lines arrive: losses under their reason, recovery without a restart",
  },
  { number: 10, title: "a disk that fails on write or fsync: nothing is called durable that is not" },
  {
    number: 11,
    title: "the database down or restarted: syslog goes on, 503 with Retry-After, no connection leaks",
  },
  {
    number: 12,
    title: "service or database killed during a migration: the next start completes it",
  },
  { number: 13, title: "stopped for ten seconds and continued: losses of the kernel counted, nothing twice" },
  { number: 14, title: "clocks that jump and impossible event times: nothing fresh is deleted" },
  { number: 15, title: "TCP in every framing and in any pieces: the same events" },
  { number: 16, title: "impossible TCP counts: bounded memory, other connections untouched" },
  { number: 17, title: "a TCP line of a gigabyte: cut at the limit, bounded memory" },
  { number: 18, title: "thousands of idle and slow connections: caps and timeouts, new senders are heard" },
  { number: 19, title: "a slow disk: TCP senders wait and lose nothing, datagrams are counted" },
  { number: 20, title: "datagrams of every size and from 100,000 senders: bounded state, no crash" },
  { number: 21, title: "ten million mutated lines: no exception, every octet kept, no slow parse" },
  {
    number: 22,
    title:
      "terminal escapes, markup and line breaks in a log line: shown escaped everywhere, raw octets kept",
  },
  {
    number: 23,
    title: "an hour of ingest with searches and retention: no missing row, no growth of descriptors",
  },
  {
    number: 24,
    title: "retention by age and size: whole expired segments only, a running export ends cleanly",
  },
  { number: 25, title: "a backup under load, restored elsewhere, is of one moment" },
  { number: 26, title: "a restore that is killed half way leaves the old data" },
  {
    number: 27,
    title: "data of the previous release migrates once; a newer schema is refused",
    missing: "no release before this one has data to start on",
  },
  {
    number: 28,
    title: "hostile searches: literal, within time, rows and memory, ended when the client leaves",
  },
  { number: 29, title: "every operation without credentials is a 401, but for the documented ones" },
  {
    number: 30,
    title: "every operation as every role: 403 where the route says so; another's object is a 404",
  },
  {
    number: 31,
    title: "fields that are not the caller's to set are never applied; no answer holds a secret",
  },
  { number: 32, title: "wrong logins are locked out; unknown and known users look and take the same" },
  {
    number: 33,
    title: "200 parallel logins: hashing is bounded, other routes stay quick",
    missing: "the times of other routes and the memory meanwhile are figures of `bun run bench`",
  },
  { number: 34, title: "passwords of any length and any Unicode: a cap before hashing, nothing cut off" },
  { number: 35, title: "sessions: cookies, rotation, reuse revokes the family, ends take the others along" },
  { number: 36, title: "API keys: refused early, kept as digests, every change counts at the next request" },
  { number: 37, title: "no live secret in the repository, logs, files, answers or examples" },
  { number: 38, title: "cross-site writes are refused; no foreign origin may read" },
  { number: 39, title: "live streams: handshake, rights lost while open, slow readers" },
  { number: 40, title: "forwarded addresses of untrusted peers are ignored" },
  { number: 41, title: "twenty parallel first set-ups make one administrator" },
  { number: 42, title: "a tampered token is a 401" },
  {
    number: 43,
    title: "the audit log has one row for each act and cannot be changed",
    missing: "of scans: they have tests of their own",
  },
  {
    number: 44,
    title: "outgoing connections go to no refused address, however it is spelt",
    missing: "of network tools and scans: they have tests of their own",
  },
  { number: 45, title: "a name that is resolved anew cannot lead elsewhere: the judged address is used" },
  {
    number: 46,
    title: "hostile host values of network tools: refused, no shell",
    missing: "of network tools, which have tests of their own: the hosts of checks are",
  },
  {
    number: 47,
    title: "scans of huge ranges are bounded, and end when they are cancelled",
    missing: "of scans, which have tests of their own: thousands of checks that hang are",
  },
  {
    number: 48,
    title: "notification targets: schemes, redirects and headers refused, time and answers bounded",
  },
  { number: 49, title: "formulas in exports are text, and come back as they were" },
  {
    number: 50,
    title: "PDF with hostile contents: no connection, no file read",
  },
  { number: 51, title: "a hostile restore archive is refused as a whole" },
  {
    number: 52,
    title: "bombs: compressed, nested, forged lengths, deep JSON: refused within limits",
  },
  { number: 53, title: "a restore is a SuperAdmin's, and says what it would overwrite" },
  { number: 54, title: "hostile HTTP: 4xx in the envelope, connection closed, no prototype changed" },
  { number: 55, title: "500 requests that drip: cut, and others stay quick" },
  { number: 56, title: "rate limits by key and address; a noisy key slows no other" },
  { number: 57, title: "hostile paging is refused; a walk under writes neither skips nor repeats" },
  {
    number: 58,
    title: "concurrent edits, bulk creation and repeated requests: one wins, all or nothing, one object",
  },
  { number: 59, title: "security headers; errors show no stack, SQL or path" },
  {
    number: 60,
    title: "an hour of soak: memory, descriptors and threads flat, the main thread on time",
  },
];
