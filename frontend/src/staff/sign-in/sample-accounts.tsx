import { useQuery } from "@tanstack/react-query";
import { type AppConfig, configQuery } from "@/domain/api/config";
import { messages as m } from "@/messages";
import { Box, Stack, Text } from "@/ui/layout";
import styles from "./sign-in.module.css";

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
    <Box
      as="section"
      paddingTop={5}
      marginTop={6}
      aria-labelledby="sample-accounts"
      className={styles.samples}
    >
      <Text as="h2" size="l" id="sample-accounts">
        {m.signIn.samples.title}
      </Text>
      <Text soft size="s">
        {m.signIn.samples.hint}
      </Text>
      <Stack as="ul" marginTop={2} className={styles.list}>
        {accounts.map((account) => (
          <li key={account.email}>
            <button type="button" className={styles.account} onClick={() => onChoose(account)}>
              <span className={styles.name}>{account.name}</span>
              <Text as="span" soft size="s">
                {describe(account)}
              </Text>
              <Text as="span" soft size="s">
                {account.email}
              </Text>
              <Text as="code" soft size="s">
                {account.password}
              </Text>
            </button>
          </li>
        ))}
      </Stack>
    </Box>
  );
}

function describe({ role, truckName }: SampleAccount): string {
  if (role === "superadmin") return m.common.superadmin;
  return truckName ? m.signIn.samples.adminOf({ truckName }) : m.signIn.samples.adminWithoutTruck;
}
