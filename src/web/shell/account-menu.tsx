import { Menu } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMe } from "../api/me";
import { publicSettingsQuery } from "../api/service";
import { supportLinks } from "../format/support";
import { HelpIcon, SignOutIcon } from "../theme/icons";
import { ICON } from "../theme/tokens";
import { AccountButton } from "./account-button";
import { DESTINATIONS } from "./navigation";

type Props = { isOpenAtFirst: boolean; onSignOut: () => void };

/** Who is signed in, with the personal pages and the way out. */
export function AccountMenu({ isOpenAtFirst, onSignOut }: Props) {
  const me = useMe();
  const { data: settings } = useQuery(publicSettingsQuery());
  const links = settings === undefined ? [] : supportLinks(settings);
  return (
    <Menu position="bottom-end" width={220} defaultOpened={isOpenAtFirst}>
      <Menu.Target>
        <AccountButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {me.display_name ?? me.username} · {me.role}
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
        {links.map(({ label, href }) => (
          <Menu.Item key={href} component="a" href={href} leftSection={<HelpIcon {...ICON} />}>
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
