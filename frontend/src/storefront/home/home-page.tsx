import { TruckList } from "@/features/trucks/truck-list";
import { useDocumentTitle } from "@/lib/use-document-title";
import { HeroPlate } from "./hero-plate";
import styles from "./home-page.module.css";

export function HomePage() {
  useDocumentTitle("");
  return (
    <div className={styles.page}>
      <section className={styles.hero}>
        <div>
          <h1 className={styles.title}>Order from Your Favorite Food Trucks</h1>
          <p className={styles.lead}>Fresh food, delivered to your location</p>
        </div>
        <HeroPlate />
      </section>
      <section aria-labelledby="available-trucks">
        <h2 id="available-trucks" className={styles.heading}>
          Available Food Trucks
        </h2>
        <TruckList />
      </section>
    </div>
  );
}
