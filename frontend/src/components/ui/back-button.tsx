import { type LinkProps, useLocation, useNavigate } from "react-router";
import styles from "./back-button.module.css";
import { Button, ButtonLink } from "./button";
import { ArrowLeftIcon } from "./icons";

/** Returns to the previous page; opened by its address, a page has none, and `fallback` is opened. */
export function BackButton({ fallback, label = "Back" }: { fallback: string; label?: string }) {
  const navigate = useNavigate();
  const isFirst = useLocation().key === "default";
  return (
    <Button
      variant="quiet"
      className={styles.back}
      onClick={() => (isFirst ? navigate(fallback) : navigate(-1))}
    >
      <ArrowLeftIcon />
      {label}
    </Button>
  );
}

/** Leads to one certain page above this one. */
export function BackLink({ to, label }: { to: LinkProps["to"]; label: string }) {
  return (
    <ButtonLink to={to} variant="quiet" className={styles.back}>
      <ArrowLeftIcon />
      {label}
    </ButtonLink>
  );
}
