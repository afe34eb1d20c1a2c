export { AdminCreate, CurrentUser, type UserRow } from "./models";
export { givenPassword, newPassword } from "./password-field";
export { refuseWeakPassword } from "./password-strength";
export { hashPassword, queueForHash, verifyPassword } from "./passwords";
export { effectivePermissions, refusalOf, requires, SUPER_ADMIN } from "./permissions";
export { createCurrentUserReader, createUser, getUserId } from "./service";
export { hasUsername } from "./username";
export {
  createSsoUser,
  findUsersByEmail,
  hashRandomPassword,
  hasLocalSuperAdmin,
  holdUsers,
  linkSsoUser,
  noteSsoLogin,
  syncSsoRole,
} from "./sso-users";
