import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Redirect } from "wouter";
import { configQuery } from "@/domain/api/config";
import { apiBaseUrl } from "@/domain/api/transport/base-url";
import { Spinner } from "@/ui/feedback/spinner";
import { Box, Stack, Text } from "@/ui/layout";
import styles from "./dev-tools.module.css";

interface DevToolProps {
  title: string;
  lead: string;
  /** What to do here, step by step. */
  instructions: readonly string[];
  children: ReactNode;
}

/** The frame of a developer tool: out of search engines, and gone where the server switched it off. */
export function DevTool({ title, lead, instructions, children }: DevToolProps) {
  const { data: config, isPending } = useQuery(configQuery());
  if (config?.devTools === false) return <Redirect to="/" replace />;
  return (
    <Stack gap={6} centered measure="page" padding={4} paddingBlock={8} className={styles.page}>
      <meta name="robots" content="noindex" />
      <Stack as="header" gap={2}>
        <Text as="h1" size="3xl">
          {title}
        </Text>
        <Text soft size="l">
          {lead}
        </Text>
        <p>
          API base address: <code className={styles.code}>{shownBase()}</code>
        </p>
      </Stack>
      {isPending ? <Spinner label="Loading..." showLabel /> : children}
      <Box as="section" measure="column" paddingTop={5} lineAbove aria-labelledby="instructions">
        <Text as="h2" marginBottom={3} size="l" id="instructions">
          Instructions
        </Text>
        <ol className={styles.steps}>
          {instructions.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Box>
    </Stack>
  );
}

/** On our own origin the base is only a path; a developer wants the whole address. */
function shownBase(): string {
  return new URL(apiBaseUrl(), window.location.origin).href;
}
