export { authenticateToken, findSessionCaller, toCaller, type EnrolmentCondition } from "./authenticate";
export { describeEnded, endAccess } from "./end-access";
export { endSessions } from "./end-sessions";
export { authJobs } from "./jobs";
export { clearFailures, countFailure, lockedSeconds, type LockoutPolicy } from "./lockouts";
export {
  isLocked,
  noteFailure,
  refuseAttempt,
  refuseLocked,
  refuseNoted,
  type Browser,
} from "./login-attempts";
export { TokenPair, type SecondFactorMethod } from "./models";
export {
  completeLogin,
  completeSsoLogin,
  mustUseSso,
  refuseLocalSignIn,
  type AuthSettings,
  type SecondFactorStarter,
  type SsoRequirement,
} from "./service";
export { browserOf, setSessionCookies, type CookieSettings } from "./session-cookies";
export type { Tokens } from "./session-tokens";
export { setPassword } from "./password-reset";
export { useUpResetTokens } from "./reset-tokens";
export { signClaims, verifyClaims } from "./tokens";
export { unlockLogin } from "./unlock-login";
