/** Programs that log to files put the level where syslog has the host, firewalls a protocol or a verdict, servers what took place. */
export const LEVELS: ReadonlySet<string> = new Set(
  `TRACE DEBUG INFO NOTICE WARN WARNING ERR ERROR CRIT CRITICAL ALERT FATAL TCP UDP ICMP ICMPV6 ACCEPT ALLOW PERMIT
  PASS DENY DROP BLOCK REJECT OPEN CLOSE CONNECT DISCONNECT ACCEPTED ALLOWED DENIED DROPPED BLOCKED REJECTED TRANSLATE TRANSLATED XLATE SNAT DNAT
  trace debug verbose info notice warn warning err error crit critical alert emerg fatal VERBOSE SEVERE LOG MSG PANIC
  EMERG Trace Debug Verbose Info Notice Warn Critical Fatal INF DBG WRN FTL TRC VRB I! W! E! D! N!`.split(
    /\s+/,
  ),
);

/** With these a sentence begins, where a device prints no host. */
export const SENTENCE_WORDS: ReadonlySet<string> = new Set(
  `Accept Accepted Accepting Access Account Admin Administrator Allow Allowed Attack Attempt Attempted Authentication Authorized Ban Banned Block Blocked
  Built Cannot Client Closed Closing Configuration Connect Connected Connecting Connection Created Deleted Deny Denied Denying Detected Device Discarded Disconnect Disconnected
  Drop Dropped Dropping Error Established Expired Failed Failure Found From Inbound Incoming Interface Invalid IPSec Killed Listening Logged Login Logon
  Logoff Logout Lost New No Outbound Outgoing Packet Password Peer Permit Permitted Permitting Port Possible Received Refused Reject Rejected Rejecting Remote
  Removed Request Sending Sent Session Started Starting Stopped Stopping Success Successful Suspicious Teardown The Timeout Traffic Trying Tunnel Unable Unauthorized Unknown Unsuccessful
  User Username Warning accepted allowed blocked denied dropped failed permitted rejected`.split(/\s+/),
);

/** With these a sentence begins in small letters, as programs without a header of syslog print them: no host, unless a program follows. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  `authentication cannot client closed closing connect connected connecting connection could disconnect disconnected disconnecting
  established failure incoming invalid listening login logout lost new opened opening outgoing packet peer received receiving refused
  refusing request sending sent session started starting stopped stopping timeout unable user`.split(/\s+/),
);
/** Of a day, behind a clock. */
const HALVES = new Set(["AM", "PM"]);
/** Which stream of a container a line is of, and whether it is whole: `stdout F `. */
const STREAMS = new Set(["stdout", "stderr"]);
/** A thread, a worker or a count in front of what is said. */
const COUNT = /^#?\d{1,10}$/;
/** A level of one letter, or a line's stream, behind which no program stands without its process: `I NETWORK  [conn7] `. */
const LETTER = /^[CDEFINTVW]$/;
/** How bad it is, with the priority in brackets, as hypervisors have it: `In(166) hostd[7]: `. */
const NUMBERED_LEVEL = /^[A-Z][a-z]\(\d{1,3}\)$/;

/** Whether a word where the host stands is none where no program follows it. */
export function isNoHost(word: string): boolean {
  return SMALL_WORDS.has(word) || STREAMS.has(word) || COUNT.test(word);
}

/** Whether a word where the host stands is a level before which, and behind which, names of other kinds stand. */
export function isTaglessLevel(word: string): boolean {
  return LETTER.test(word);
}

/** Whether a word is a level with its number. */
export function isLevelledHead(word: string): boolean {
  return NUMBERED_LEVEL.test(word);
}

/** Whether a word where the host stands may be none. */
export function mayBeNoHost(word: string): boolean {
  return (
    HALVES.has(word) || LEVELS.has(word) || SENTENCE_WORDS.has(word) || isNoHost(word) || isTaglessLevel(word)
  );
}
