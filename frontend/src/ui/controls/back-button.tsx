import { useLocation, useNavigate } from "react-router";
import { messages as m } from "@/messages";
import { ArrowLeftIcon } from "@/ui/icons/order-icons";
import styles from "./back-button.module.css";
import { Button, ButtonLink } from "./button";

interface BackButtonProps {
  fallback: string;
  label?: string;
}

/** Returns to the previous page; opened by its address, a page has none, and `fallback` is opened. */
export function BackButton({ fallback, label = m.common.back }: BackButtonProps) {
  const goBack = useGoBack(fallback);
  return (
    <Button variant="quiet" className={styles.back} onClick={goBack}>
      <ArrowLeftIcon />
      {label}
    </Button>
  );
}

export function useGoBack(fallback: string): () => void {
  const navigate = useNavigate();
  const isFirst = useLocation().key === "default";
  return () => void (isFirst ? navigate(fallback) : navigate(-1));
}

/** The state of a link from a list to one of its records. */
export const FROM_LIST = { isFromList: true };

/** Leaves a stored record: for the list it was opened from, with its search and its place, or for `list`. */
export function useReturnToList(list: string): () => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  // The way back from the list must not lead into a form that is done with.
  return () => void (state?.isFromList ? navigate(-1) : navigate(list, { replace: true }));
}

/** Leads to one certain page above this one. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <ButtonLink to={to} variant="quiet" className={styles.back}>
      <ArrowLeftIcon />
      {label}
    </ButtonLink>
  );
}
