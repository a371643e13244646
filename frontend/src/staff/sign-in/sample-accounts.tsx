import { useQuery } from "@tanstack/react-query";
import { type AppConfig, configQuery } from "@/domain/api/config";
import { messages as m } from "@/messages";
import styles from "./sample-accounts.module.css";

type SampleAccount = NonNullable<AppConfig["demoAccounts"]>[number];

interface SampleAccountsProps {
  onChoose: (account: SampleAccount) => void;
}

/** The sign-ins of the demo street. Only its server knows them, so a real one shows nothing here. */
export function SampleAccounts({ onChoose }: SampleAccountsProps) {
  const { data: config } = useQuery(configQuery());
  const accounts = config?.demoAccounts ?? [];
  if (accounts.length === 0) return null;
  return (
    <section aria-labelledby="sample-accounts" className={styles.samples}>
      <h2 id="sample-accounts" className={styles.title}>
        {m.signIn.samples.title}
      </h2>
      <p className={styles.hint}>{m.signIn.samples.hint}</p>
      <ul className={styles.list}>
        {accounts.map((account) => (
          <li key={account.email}>
            <button type="button" className={styles.account} onClick={() => onChoose(account)}>
              <span className={styles.name}>{account.name}</span>
              <span className={styles.role}>{describe(account)}</span>
              <span className={styles.email}>{account.email}</span>
              <code className={styles.word}>{account.password}</code>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function describe({ role, truckName }: SampleAccount): string {
  if (role === "superadmin") return m.common.superadmin;
  return truckName ? m.signIn.samples.adminOf({ truckName }) : m.signIn.samples.adminWithoutTruck;
}
