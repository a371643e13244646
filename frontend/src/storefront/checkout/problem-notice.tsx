import type { ReactNode } from "react";
import { messages as m } from "@/messages";
import { AlertIcon } from "@/ui/icons/icons";
import styles from "./checkout.module.css";

interface ProblemNoticeProps {
  sentence: string;
  details?: string[];
  cartChanged?: boolean;
  /** What can be done about it. */
  children?: ReactNode;
}

/** What went wrong and what to do next, announced at once. */
export function ProblemNotice(props: ProblemNoticeProps) {
  const { sentence, details = [], cartChanged = false, children } = props;
  const others = details.filter((detail) => detail !== sentence);
  return (
    <div role="alert" className={styles.problem}>
      <AlertIcon />
      <div>
        <p>{sentence}</p>
        {others.length > 0 ? (
          <ul className={styles.problemDetails}>
            {others.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        ) : null}
        {cartChanged ? <p>{m.checkout.failures.reviewOrder}</p> : null}
        {children}
      </div>
    </div>
  );
}
