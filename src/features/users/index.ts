export { AdminCreate, CurrentUser, UserRead, type UserRow } from "./models";
export { givenPassword, newPassword } from "./password-field";
export { hashPassword, queueForHash, verifyPassword } from "./passwords";
export { effectivePermissions, refusalOf, requires, SUPER_ADMIN } from "./permissions";
export { createCurrentUserReader, createFirstAdmin, createUser, getUserId, needsSetup } from "./service";
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
