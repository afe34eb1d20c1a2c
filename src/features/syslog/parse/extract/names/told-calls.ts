/** What a program does that calls another host. */
const CALLS_OUT = /(?<![a-z])(?:tcp|udp|socket|sys|inet)_connect(?![a-z])/;
/** Of what a key says what took place, the one word that tells who called whom. */
const CALL_KEY =
  /(?:^| )(?:type|event|event[ _-]?type|op|operation|(evt[ _-]?type|syscall|function|hook|call))$/i;
/** `client-connected`: what somebody did who has an address. */
const COMING = /^(?:client|user|device|member|vpn)[-_. ](?:dis)?connect(?:ed|ion)?$/i;
const MAX_COMING = 20;
/** What took place, where the name of it tells that somebody signed in: `sso_login_failed`, `user.login`. */
const LOGIN_KEY =
  /(?:^| )(?:type|event|event[ _-]?(?:type|name)|op|operation|operation[ _-]?name|activity|action[ _-]?type)$/i;
const LOGIN =
  /^(?:(?:user|account|sso|saml|oauth|oidc|admin|session|auth|web|api|mfa|password|failed|successful|invalid)[-_. ]){0,2}(?:log[-_ ]?(?:in|on|out|off)|sign[-_ ]?(?:in|on|out)|authenticat(?:ion|e|ed))(?:[-_. ](?:failed|failure|fail|success|succeeded|successful|attempt|attempted|error|denied|blocked|challenge|completed)){0,2}$/i;
const MAX_LOGIN = 40;
const MAX_CALL = 15;
const CALL = /^(?:(?:tcp|inet|sys|socket)_)?(?:accept4?|(connect))$/;

/** Whether a text names a function that calls another host. */
export function isCallOut(text: string): boolean {
  return CALLS_OUT.test(text);
}

/** Whether a value says that somebody came, or left. */
export function isComing(value: string): boolean {
  return value.length <= MAX_COMING && COMING.test(value);
}

/** Whether a value is the name of an event of somebody who signed in, or tried to, by the path of its key. */
export function isLoginEvent(path: string, value: string): boolean {
  return value.length <= MAX_LOGIN && LOGIN.test(value) && LOGIN_KEY.test(path);
}

/** Whether a value says that this host accepted a call, or made one; null where it may be either or says neither. */
export function callIn(path: string, value: string): "accept" | "call" | null {
  const call = value.length <= MAX_CALL ? CALL.exec(value) : null;
  const key = call === null ? null : CALL_KEY.exec(path);
  if (call === null || key === null) return null;
  if (call[1] === undefined) return "accept";
  return key[1] === undefined ? null : "call";
}
