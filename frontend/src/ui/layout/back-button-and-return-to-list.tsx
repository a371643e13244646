/** The ways back from a page: to the one before it, to the list it was opened from, to a certain page above it. */
import { useLocation, useNavigate } from "react-router";
import { messages as m } from "@/messages";
import { Button, ButtonLink } from "@/ui/controls/button";
import { ArrowLeftIcon } from "@/ui/icons/common-icons";
import styles from "./page-header.module.css";

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
