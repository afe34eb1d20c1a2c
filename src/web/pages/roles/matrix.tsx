import { Checkbox } from "@mantine/core";
import { SUPER_ADMIN, type Roles } from "../../api/roles";
import { IconButton } from "../../components/icon-button/icon-button";
import { DeleteIcon } from "../../theme/icons";
import { BUILT_IN } from "./draft";
import styles from "./roles.module.css";
import { SecondFactorRow } from "./second-factor-row";

type Props = {
  roles: Roles;
  /** With what is changed and not saved. */
  grants: Readonly<Record<string, readonly string[]>>;
  onToggle: (cell: { role: string; permission: string }) => void;
  onDelete: (role: string) => void;
};

/** Permissions as rows, roles as columns; SuperAdmin may do everything, always. */
export function Matrix({ roles, grants, onToggle, onDelete }: Props) {
  const names = Object.keys(roles.roles);
  return (
    <div className={styles.scroll} role="region" aria-label="Permissions by role" tabIndex={0}>
      <table className={styles.matrix} aria-label="Permissions by role">
        <thead>
          <tr>
            <th scope="col">Permission</th>
            {names.map((role) => (
              <th key={role} scope="col">
                <span className={styles.role}>
                  {role}
                  {!BUILT_IN.includes(role) && (
                    <IconButton
                      icon={DeleteIcon}
                      label={`Delete the role ${role}`}
                      onClick={() => onDelete(role)}
                    />
                  )}
                </span>
              </th>
            ))}
            <th scope="col">{SUPER_ADMIN}</th>
          </tr>
        </thead>
        <tbody>
          {roles.permissions.map(({ key, label, description }) => (
            <tr key={key}>
              <th scope="row">
                {label}
                <span className={styles.description}>{description}</span>
              </th>
              {names.map((role) => {
                const isHeld = grants[role]?.includes(key) ?? false;
                return (
                  <td key={role} data-changed={isHeld !== roles.roles[role]?.includes(key)}>
                    <Checkbox
                      aria-label={`${role}: ${label}`}
                      checked={isHeld}
                      onChange={() => onToggle({ role, permission: key })}
                    />
                  </td>
                );
              })}
              <td>always</td>
            </tr>
          ))}
          <SecondFactorRow roles={[...names, SUPER_ADMIN]} />
        </tbody>
      </table>
    </div>
  );
}
