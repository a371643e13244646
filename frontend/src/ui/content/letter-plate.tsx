import styles from "./images.module.css";

/** Stands in for a missing image: the first letter on a plate in the truck's colour. */
export function LetterPlate({ name }: { name: string }) {
  const [letter = ""] = name.trim();
  return (
    <div aria-hidden="true" className={styles.letter}>
      {letter.toUpperCase()}
    </div>
  );
}
