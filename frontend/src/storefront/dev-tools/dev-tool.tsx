import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Redirect } from "wouter";
import { configQuery } from "@/domain/api/config";
import { apiBaseUrl } from "@/domain/api/transport/base-url";
import { Spinner } from "@/ui/feedback/spinner";
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
    <div className={styles.page}>
      <meta name="robots" content="noindex" />
      <header className={styles.header}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        <p>
          API base address: <code className={styles.code}>{shownBase()}</code>
        </p>
      </header>
      {isPending ? <Spinner label="Loading..." showLabel /> : children}
      <section aria-labelledby="instructions" className={styles.instructions}>
        <h2 id="instructions" className={styles.subtitle}>
          Instructions
        </h2>
        <ol className={styles.steps}>
          {instructions.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
    </div>
  );
}

/** On our own origin the base is only a path; a developer wants the whole address. */
function shownBase(): string {
  return new URL(apiBaseUrl(), window.location.origin).href;
}
