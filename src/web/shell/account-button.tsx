import { Avatar, UnstyledButton } from "@mantine/core";
import type { ComponentPropsWithRef } from "react";
import { useMe } from "../api/me";
import { PersonIcon } from "../theme/icons";
import { ICON } from "../theme/tokens";
import styles from "./layout.module.css";

/** Who is signed in. */
export function AccountButton(props: ComponentPropsWithRef<"button">) {
  const me = useMe();
  return (
    <UnstyledButton
      {...props}
      className={styles.account}
      aria-label={`Account of ${me.display_name ?? me.username}`}
    >
      <Avatar src={me.avatar_data} size={28} radius="xl" color="accent" variant="filled" alt="">
        <PersonIcon {...ICON} />
      </Avatar>
    </UnstyledButton>
  );
}
