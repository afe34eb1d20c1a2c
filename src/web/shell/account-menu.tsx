import { Avatar, Menu, UnstyledButton } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useMe } from "../api/me";
import { PersonIcon, SignOutIcon } from "../theme/icons";
import { ICON } from "../theme/tokens";
import { DESTINATIONS } from "./navigation";

/** Who is signed in, with the personal pages and the way out. */
export function AccountMenu({ onSignOut }: { onSignOut: () => void }) {
  const me = useMe();
  const name = me.display_name ?? me.username;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton aria-label={`Account of ${name}`}>
          <Avatar src={me.avatar_data} size={28} radius="xl" color="accent" variant="filled" alt="">
            <PersonIcon {...ICON} />
          </Avatar>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {name} · {me.role}
        </Menu.Label>
        {DESTINATIONS.filter(({ isPersonal }) => isPersonal).map(({ to, label, icon: Icon }) => (
          <Menu.Item
            key={to}
            leftSection={<Icon {...ICON} />}
            renderRoot={(props) => <Link to={to} {...props} />}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<SignOutIcon {...ICON} />} onClick={onSignOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
