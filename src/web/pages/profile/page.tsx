import { createLazyRoute } from "@tanstack/react-router";
import { PageHead } from "../../components/page-head/page-head";
import { PartBoundary } from "../../components/states/part-boundary";
import { ApiKeys } from "./api-keys";
import { Password } from "./password";
import { Person } from "./person";
import styles from "./profile.module.css";
import { SecondFactor } from "./second-factor";
import { Sessions } from "./sessions";

const PARTS = [
  { name: "the API keys", Part: ApiKeys },
  { name: "the second factor", Part: SecondFactor },
  { name: "the sessions", Part: Sessions },
  { name: "the password", Part: Password },
  { name: "your profile", Part: Person },
];

function ProfilePage() {
  return (
    <div className={styles.narrow}>
      <PageHead title="Profile" />
      {PARTS.map(({ name, Part }) => (
        <PartBoundary key={name} title={`Cannot show ${name}`}>
          <Part />
        </PartBoundary>
      ))}
    </div>
  );
}

export const Route = createLazyRoute("/shell/profile")({ component: ProfilePage });
