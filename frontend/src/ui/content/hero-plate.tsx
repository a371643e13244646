import taco from "@lobehub/fluent-emoji-3d/assets/1f32e.webp";
import burrito from "@lobehub/fluent-emoji-3d/assets/1f32f.webp";
import bowl from "@lobehub/fluent-emoji-3d/assets/1f35c.webp";
import burger from "@lobehub/fluent-emoji-3d/assets/1f354.webp";
import pizza from "@lobehub/fluent-emoji-3d/assets/1f355.webp";
import styles from "./images.module.css";

const PLATES = [pizza, bowl, taco, burrito, burger];

/** What the street smells of; only where there is room beside the words. */
export function HeroPlate() {
  return (
    <div aria-hidden="true" className={styles.plate}>
      {PLATES.map((menuItem) => (
        // Lazy, so that a phone, where it is not shown, does not load it either.
        <img key={menuItem} src={menuItem} alt="" width="160" height="160" loading="lazy" />
      ))}
    </div>
  );
}
